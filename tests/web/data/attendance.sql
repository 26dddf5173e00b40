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
INSERT INTO "event" VALUES(1,1,'a386f184-be88-4b20-8b52-96413244063f','opened','{"game":"free-pad","title":"Comings and goings","players":["Ann","Ben","Cleo"],"options":{"first_dealer":1}}','2026-11-28 22:38:41.758210',NULL);
INSERT INTO "event" VALUES(1,2,'f2c31671-0e0b-43b6-a8b0-239310552703','added','{"entry":{"kind":"round","points":[13,5,8]}}','2026-11-28 22:38:42.222950',NULL);
INSERT INTO "event" VALUES(1,3,'135fad88-0bae-43b9-9a50-8475c5f77502','attendance','{"seat":2,"here":false}','2026-11-28 22:38:42.271459',NULL);
INSERT INTO "event" VALUES(1,4,'f17cb39c-e46b-4280-987d-c376447b35d7','added','{"entry":{"kind":"round","points":[10,6,null]}}','2026-11-28 22:38:42.299373',NULL);
INSERT INTO "event" VALUES(1,5,'19d8ef32-daf9-4d35-81e2-2d437d82232c','joined','{"name":"Zoe","seat":1,"points":17}','2026-11-28 22:38:42.349047',NULL);
INSERT INTO "event" VALUES(1,6,'2323edc6-841d-4937-bf22-182cf1832f2d','attendance','{"seat":3,"here":true}','2026-11-28 22:38:42.366602',NULL);
INSERT INTO "event" VALUES(1,7,'4580bb58-8030-4202-9e31-de94213baf67','added','{"entry":{"kind":"round","points":[1,2.5,null,4]}}','2026-11-28 22:38:42.400936',NULL);
INSERT INTO "event" VALUES(1,8,'392d19a2-1892-4b19-a877-e457af199320','attendance','{"seat":0,"here":false}','2026-11-28 22:38:42.427013',NULL);
INSERT INTO "event" VALUES(1,9,'fcdece17-ceb7-4304-a9ac-0d1dbba1b4d8','returned','{"to":7}','2026-11-28 22:38:42.457913',NULL);
INSERT INTO "event" VALUES(2,1,'96df7a78-8590-4747-a70f-40502915ae4c','opened','{"game":"thirty-one","title":"Last bus","players":["Ann","Ben","Cleo"],"options":{"lives":2}}','2026-11-28 22:38:42.478382',NULL);
INSERT INTO "event" VALUES(2,2,'5e1498d9-f99a-4eb9-af88-3cc8e6a7472c','added','{"entry":{"kind":"round","values":[10,20,21]}}','2026-11-28 22:38:42.536081',NULL);
INSERT INTO "event" VALUES(2,3,'e7ccc67f-6649-4b84-a08a-d3bc3511c4e7','attendance','{"seat":2,"here":false}','2026-11-28 22:38:42.554683',NULL);
INSERT INTO "event" VALUES(2,4,'72fd1ea5-3923-47f6-a1f1-dc3b4225992e','added','{"entry":{"kind":"round","values":[25,20,null]}}','2026-11-28 22:38:42.589833',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'free-pad','Comings and goings','2026-11-28 22:38:41.758210','Iw-9F8mF6zw0K45tM8UFwQ','CLzji9SvwJVLtfVEgT9sGQ');
INSERT INTO "match" VALUES(2,'thirty-one','Last bus','2026-11-28 22:38:42.478382','XXf_KWVLOQqCyF-ZY4Sq6g','4EP0yJQKtd0l_FdXBXt_5A');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','9ZoQOhNznJOY6_s4TGRIMEZcD5VIw0RMfRV3x6lEXR8');
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
