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
INSERT INTO "event" VALUES(1,1,'16808b80-25f9-4c58-b2e8-017edebc926e','opened','{"game":"tribello","title":"Stopped","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:31:13.877200',NULL);
INSERT INTO "event" VALUES(1,2,'bc3d6acf-3f9c-4033-b084-49413ed9dcaf','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:31:14.709957',NULL);
INSERT INTO "event" VALUES(1,3,'a94507e8-9a4f-4ecc-92b2-45f582f69ecf','closed','{}','2026-11-28 22:31:14.867733',NULL);
INSERT INTO "event" VALUES(2,1,'e44923ed-1008-474e-acc2-c137f789e225','opened','{"game":"tribello","title":"Named","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:31:14.934789',NULL);
INSERT INTO "event" VALUES(2,2,'971abc4c-99a7-482f-ae77-dcb6c1bdfb52','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:31:14.992042',NULL);
INSERT INTO "event" VALUES(2,3,'24a1bc7f-5774-4254-9608-367fb6b8c4d3','closed','{}','2026-11-28 22:31:15.037868',NULL);
INSERT INTO "event" VALUES(2,4,'21f76197-e572-49a9-a013-5d275d2d2281','closed','{"winners":["Ben"]}','2026-11-28 22:31:15.080904',NULL);
INSERT INTO "event" VALUES(3,1,'77b80731-2c9c-4357-9ee5-870fc67505d5','opened','{"game":"tribello","title":"Gone on","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:31:15.114728',NULL);
INSERT INTO "event" VALUES(3,2,'2357c914-4672-4ad2-b3ff-5ded36abebaf','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:31:15.156418',NULL);
INSERT INTO "event" VALUES(3,3,'5a5fc59d-2e99-4663-bed8-f1d3c5088ca9','closed','{}','2026-11-28 22:31:15.206481',NULL);
INSERT INTO "event" VALUES(3,4,'345e8ce2-3d34-47e7-ab54-b6e00ccf293f','reopened','{}','2026-11-28 22:31:15.263232',NULL);
INSERT INTO "event" VALUES(3,5,'4bc1829c-e8db-4840-9f54-fde798110a83','added','{"entry":{"kind":"deal","tricks":[7,4,2]}}','2026-11-28 22:31:15.305336',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Stopped','2026-11-28 22:31:13.877200','8mHFIZp274KmXNjmqIUEJQ','BRju0U05pVDJDRGOa4S4uA');
INSERT INTO "match" VALUES(2,'tribello','Named','2026-11-28 22:31:14.934789','NTZQ5y8ylSzHHsnv4RW75w','a4cFJiuHxXF2MkWcAvAmiQ');
INSERT INTO "match" VALUES(3,'tribello','Gone on','2026-11-28 22:31:15.114728','UG84KfweEsOOBL4f5q-qzA','yoC-ElVglyf5LiR1jNX22w');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','Z9pUbfuffcaD6rywhK27ta9Poe9EG48qp0Vq6xZ8-lM');
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
