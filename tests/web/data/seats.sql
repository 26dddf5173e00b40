BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE circle (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE circle_event (
	circle_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (circle_id, number), 
	FOREIGN KEY(circle_id) REFERENCES circle (id)
);
CREATE TABLE event (
	match_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	payload JSON NOT NULL, 
	at DATETIME NOT NULL, 
	"by" VARCHAR, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES "match" (id)
);
INSERT INTO "event" VALUES(1,1,'5659a02f-9cf5-4bbc-ba9e-cde4aef884f5','opened','{"game":"free-pad","title":"29 Nov","players":["Ann","Ben","Cleo","Dora"],"options":{}}','2026-11-29 00:36:47.245223',NULL);
INSERT INTO "event" VALUES(1,2,'3d3e55c9-fe96-45e7-86d8-b57c51d6e7d2','renamed','{"title":"Wrong seats","players":["Ann","Ben","Cleo","Dora"]}','2026-11-29 00:36:47.535343',NULL);
INSERT INTO "event" VALUES(1,3,'f07b76eb-d02b-4c38-be62-5cb23be4aca3','added','{"entry":{"kind":"round","points":[13,5,null,8]}}','2026-11-29 00:36:48.068188',NULL);
INSERT INTO "event" VALUES(1,4,'9c3f5c8c-2dd0-4315-bf24-177cdbf49efa','attendance','{"seat":2,"here":false}','2026-11-29 00:36:48.157571',NULL);
INSERT INTO "event" VALUES(1,5,'0d0ead45-219c-4a15-afd1-6ea09d844db1','reseated','{"seat":3,"to":1}','2026-11-29 00:36:48.198753',NULL);
INSERT INTO "event" VALUES(1,6,'fd23c884-2468-442a-b957-6fe7650489e4','added','{"entry":{"kind":"round","points":[10,4,6,null]}}','2026-11-29 00:36:48.250306',NULL);
INSERT INTO "event" VALUES(1,7,'3f40bce7-449e-43a6-b21d-8f3be7485ffb','joined','{"name":"Zoe","seat":0,"points":11}','2026-11-29 00:36:48.345237',NULL);
INSERT INTO "event" VALUES(1,8,'a92ceb5a-7b18-4047-b43b-806ecf929df9','reseated','{"seat":0,"to":4}','2026-11-29 00:36:48.434616',NULL);
INSERT INTO "event" VALUES(1,9,'ddc78e8d-1581-4ea8-a763-e3a0ce5097fb','reseated','{"seat":1,"to":0}','2026-11-29 00:36:48.450660',NULL);
INSERT INTO "event" VALUES(1,10,'2de6a70f-8ee7-427c-b1d5-73a474682f92','returned','{"to":8}','2026-11-29 00:36:48.498669',NULL);
INSERT INTO "event" VALUES(2,1,'750a6940-0166-498b-9ad6-65c7c2cbef3c','opened','{"game":"thirty-one","title":"29 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-29 00:36:48.571355',NULL);
INSERT INTO "event" VALUES(2,2,'0c5767ec-4972-4f63-b9ac-38a26e34b67e','renamed','{"title":"Swimmers","players":["Ann","Ben","Cleo"]}','2026-11-29 00:36:48.602785',NULL);
INSERT INTO "event" VALUES(2,3,'e2f65f6a-bec9-4a67-91bf-44435fb0c526','added','{"entry":{"kind":"round","closer":0,"losers":[1]}}','2026-11-29 00:36:48.754449',NULL);
INSERT INTO "event" VALUES(2,4,'1ab0746d-2cfa-495d-acc5-80cdfc181bbc','added','{"entry":{"kind":"round","values":[10,20,30]}}','2026-11-29 00:36:48.849205',NULL);
INSERT INTO "event" VALUES(2,5,'ff551e6d-19dc-4bd9-92c3-725ea08c31ca','reseated','{"seat":2,"to":0}','2026-11-29 00:36:48.880409',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'free-pad','Wrong seats','2026-11-29 00:36:47.245223','ma-1L7UPLtGZKLV0XrVRUg','_rOXhtN8XGiLL-5cH6pF1g');
INSERT INTO "match" VALUES(2,'thirty-one','Swimmers','2026-11-29 00:36:48.571355','_g_t7DcKYumPN321jTKmWA','ys3h2GfC6NK2h7sCzcZOvA');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','F1xDsiaL9-ZbKAPHLSPmsUX62IsmHDXYMbDUsJAwOpc');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE UNIQUE INDEX ix_circle_score_key ON circle (score_key);
CREATE UNIQUE INDEX ix_circle_watch_key ON circle (watch_key);
CREATE UNIQUE INDEX ix_circle_event_id ON circle_event (id);
CREATE TRIGGER circle_event_refuses_update BEFORE UPDATE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER circle_event_refuses_delete BEFORE DELETE ON circle_event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
