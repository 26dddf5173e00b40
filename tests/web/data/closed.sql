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
INSERT INTO "event" VALUES(1,1,'37adc6c9-b76d-40e2-aba6-4ca642d0b65d','opened','{"game":"tribello","title":"Stopped","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:21:52.099217',NULL);
INSERT INTO "event" VALUES(1,2,'59271dae-ae77-499e-bef8-86e590a69bc9','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:21:52.858633',NULL);
INSERT INTO "event" VALUES(1,3,'20e53103-aa1f-4a48-acc3-ef76b14fb5ad','closed','{}','2026-11-28 22:21:52.915172',NULL);
INSERT INTO "event" VALUES(2,1,'554e47fc-4b2f-412c-9119-65b95e15fe39','opened','{"game":"tribello","title":"Named","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:21:52.919962',NULL);
INSERT INTO "event" VALUES(2,2,'12e26a61-7a48-4c3b-90ec-2940c6742477','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:21:52.949504',NULL);
INSERT INTO "event" VALUES(2,3,'0775fead-2182-4079-8025-24572e4897ed','closed','{}','2026-11-28 22:21:52.975219',NULL);
INSERT INTO "event" VALUES(2,4,'56088477-2bc6-478c-99c4-dd8e1c4ddce7','closed','{"winners":["Ben"]}','2026-11-28 22:21:52.981068',NULL);
INSERT INTO "event" VALUES(3,1,'219f6ca8-e622-4c71-84b1-9a81e8a481bd','opened','{"game":"tribello","title":"Gone on","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 22:21:52.987970',NULL);
INSERT INTO "event" VALUES(3,2,'f98c1971-e24a-4ae5-95f3-95cc24e5cba4','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-28 22:21:53.097499',NULL);
INSERT INTO "event" VALUES(3,3,'88e1324d-cd45-4528-847d-b5c9728c0f93','closed','{}','2026-11-28 22:21:53.125985',NULL);
INSERT INTO "event" VALUES(3,4,'665eef5a-f7aa-4720-856e-f76d5a499102','reopened','{}','2026-11-28 22:21:53.143153',NULL);
INSERT INTO "event" VALUES(3,5,'09990d5f-496f-4834-a006-64fe755230b9','added','{"entry":{"kind":"deal","tricks":[7,4,2]}}','2026-11-28 22:21:53.188264',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Stopped','2026-11-28 22:21:52.099217','8JuXTrQw-PnJeVxPNDZ-JQ','LltKgmU2yzAYJ_oe0gR64g');
INSERT INTO "match" VALUES(2,'tribello','Named','2026-11-28 22:21:52.919962','ZHY6RatR9X89jW4uVuXVpA','bsBVsLEvmOsiFLAtXlH1HQ');
INSERT INTO "match" VALUES(3,'tribello','Gone on','2026-11-28 22:21:52.987970','e-OzmhPGdVEQ2j7s3rAfUA','tpCf_oXuxG44KI2p3zsFVQ');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','2PKYfBGh7B0T0MNxdkQAELhPod7O4TNtKFMGi1j4Gps');
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
