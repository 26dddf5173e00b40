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
INSERT INTO "event" VALUES(1,1,'7457a355-507a-4b2e-9193-9015414377e0','opened','{"game":"tribello","title":"28 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 21:37:29.678091',NULL);
INSERT INTO "event" VALUES(1,2,'20d87f8b-4602-4148-be84-da6f8fea79e6','added','{"entry":{"kind":"deal","trump":"S","tricks":[6,4,3]}}','2026-11-28 21:37:30.073848',NULL);
INSERT INTO "event" VALUES(1,3,'30162d88-fd3d-445b-ae28-d89f7f891c9d','known','{"entry":{"kind":"deal","trump":"H","pickup":[5,0,0]}}','2026-11-28 21:37:30.116449',NULL);
INSERT INTO "event" VALUES(2,1,'138bbaab-c448-49ff-846d-38a700d4b353','opened','{"game":"tribello","title":"28 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 21:37:30.134528',NULL);
INSERT INTO "event" VALUES(2,2,'9fbb42f5-72ec-4f2b-867d-94ba1cbde668','known','{"entry":{"kind":"deal","trump":"H"}}','2026-11-28 21:37:30.146714',NULL);
INSERT INTO "event" VALUES(2,3,'6e24502f-933c-4fdb-b18b-e99026077340','begun','{"entry":{"kind":"deal","trump":"H"}}','2026-11-28 21:37:30.153379',NULL);
INSERT INTO "event" VALUES(2,4,'b76a3448-a9cd-4802-bc25-8422016da30f','fell','{"card":"AS"}','2026-11-28 21:37:30.163104',NULL);
INSERT INTO "event" VALUES(2,5,'8a26548a-5448-4c26-ae0f-de7c02ac9376','fell','{"card":"2S"}','2026-11-28 21:37:30.171038',NULL);
INSERT INTO "event" VALUES(2,6,'3f82fb7b-8c98-4dff-8eec-479df8ea7710','fell','{"card":"3S"}','2026-11-28 21:37:30.178959',NULL);
INSERT INTO "event" VALUES(2,7,'abf4b96d-7363-4435-b30b-5f780b5e4b0a','fell','{"card":"4D"}','2026-11-28 21:37:30.182848',NULL);
INSERT INTO "event" VALUES(2,8,'e7418b29-8490-4559-979b-3a5dc249ae0b','figures','{}','2026-11-28 21:37:30.183847',NULL);
INSERT INTO "event" VALUES(3,1,'758f469f-1655-48d9-9a51-98c9b1b4c4c8','opened','{"game":"triathlon","title":"28 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-28 21:37:30.187846',NULL);
INSERT INTO "event" VALUES(3,2,'403039f0-da2c-4baf-8380-e742a7abd377','begun','{"entry":{"kind":"deal","trump":"S"}}','2026-11-28 21:37:30.195742',NULL);
INSERT INTO "event" VALUES(3,3,'42b3032b-3f7b-44e9-b815-57203b7eb72e','fell','{"card":"AH"}','2026-11-28 21:37:30.200320',NULL);
INSERT INTO "event" VALUES(3,4,'031c217b-6d50-43fe-a59c-3ce8ccb360ff','fell','{"card":"KH"}','2026-11-28 21:37:30.203976',NULL);
INSERT INTO "event" VALUES(3,5,'6e0c319f-eab8-444e-a0db-b357b0f2436c','fell','{"card":"QH"}','2026-11-28 21:37:30.208410',NULL);
INSERT INTO "event" VALUES(3,6,'a5901d66-f553-4fd0-9833-f3078032d40f','given','{"seat":1}','2026-11-28 21:37:30.213101',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','28 Nov','2026-11-28 21:37:29.678091','uocSA2pwhklfKYMbdJ1a5w','qmiBfyde8P_V__qs7dKNzg');
INSERT INTO "match" VALUES(2,'tribello','28 Nov','2026-11-28 21:37:30.134528','-oh3uFTJgWkk5NmEeE5sOw','cePCz9cxNfbKjUZRBqeG9w');
INSERT INTO "match" VALUES(3,'triathlon','28 Nov','2026-11-28 21:37:30.187846','91WGaf6QDUHoYIvtohg1_A','PhuRKXgADvVq7Vs_i-JUow');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','5TvOo6cIBep2fsmzTX3rABIH3MueY2ZfrdfW4PFBAPg');
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
