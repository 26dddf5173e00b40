BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
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
INSERT INTO "event" VALUES(1,1,'db028584-389b-4608-b027-3615b8b53d15','opened','{"game":"tribello","title":"Three evenings","players":["Ann","Ben","Cleo"],"options":{}}','2026-03-06 19:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,2,'c57d4929-d95e-4f37-89d0-76d8cde427b9','met','{"place":"At Ann\u2019s","note":"We begin."}','2026-03-06 19:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,3,'c5dafef3-3367-44e7-b323-ef056adf5f8a','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-03-06 19:12:00.000000',NULL);
INSERT INTO "event" VALUES(1,4,'6346b416-3413-45de-94fc-435e7f89d75d','added','{"entry":{"kind":"deal","tricks":[8,4,1]}}','2026-03-06 19:24:00.000000',NULL);
INSERT INTO "event" VALUES(1,5,'4d71b973-0ad2-4f77-a09b-c08baf2f1e55','paused','{}','2026-03-06 19:29:00.000000',NULL);
INSERT INTO "event" VALUES(1,6,'828857df-f334-4782-81cf-3ea4c86b8db3','resumed','{}','2026-03-06 19:49:00.000000',NULL);
INSERT INTO "event" VALUES(1,7,'d2c5a9e9-472b-436f-a41c-402d6a80cbc0','added','{"entry":{"kind":"deal","tricks":[3,6,4]}}','2026-03-06 20:00:00.000000',NULL);
INSERT INTO "event" VALUES(1,8,'12ac7fef-69f5-4a7c-bfcc-bb3170480476','parted','{"note":"Ben deals."}','2026-03-06 20:04:00.000000',NULL);
INSERT INTO "event" VALUES(1,9,'7189e732-4baa-45ba-9603-6ec7e71dc4a2','added','{"entry":{"kind":"deal","tricks":[5,5,3]}}','2026-03-13 20:46:00.000000',NULL);
INSERT INTO "event" VALUES(1,10,'64b2a574-d195-4145-aa6c-1ad99e3b26b3','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-03-13 20:56:00.000000',NULL);
INSERT INTO "event" VALUES(1,11,'af964935-ea77-4ca5-bab9-93cf8c12f1fa','added','{"entry":{"kind":"deal","tricks":[7,4,2]}}','2026-03-13 21:06:00.000000',NULL);
INSERT INTO "event" VALUES(1,12,'3bc34a8f-bb79-4c9b-ad19-a16095ebce6a','added','{"entry":{"kind":"deal","tricks":[4,4,5]}}','2026-03-13 21:16:00.000000',NULL);
INSERT INTO "event" VALUES(1,13,'2c3c794a-5cce-4510-b03a-12c12831e09b','added','{"entry":{"kind":"deal","tricks":[6,5,2]}}','2026-03-13 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,14,'fbee3974-bbca-4b0f-9af1-89a17b8f3184','paused','{"at":"2026-03-13T21:16:00+00:00","until":"2026-03-13T22:51:00+00:00"}','2026-03-13 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,15,'2d585d2e-7e16-4132-8671-2937931a0665','met','{"players":["Ann","Dora","Cleo"]}','2026-03-27 22:51:00.000000',NULL);
INSERT INTO "event" VALUES(1,16,'95e37824-0e1c-472f-ab3b-bc500db88705','added','{"entry":{"kind":"deal","tricks":[4,6,3]}}','2026-03-27 23:05:00.000000',NULL);
INSERT INTO "event" VALUES(1,17,'7fd7bd1a-8b72-4d31-9f46-e67d2486fe2f','paused','{}','2026-03-27 23:08:00.000000',NULL);
INSERT INTO "event" VALUES(1,18,'efefe25c-95c5-4f8b-955b-2893fd5ea2c3','returned','{"to":16}','2026-03-27 23:09:00.000000',NULL);
INSERT INTO "event" VALUES(1,19,'1f27a270-4196-46aa-a316-d1c7bba1ab54','added','{"entry":{"kind":"deal","tricks":[2,7,4]}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(1,20,'537d42a2-df42-40e6-b68b-7a80abba1c79','evening','{"start":"2026-03-06T19:00:00+00:00","session":{"start":"2026-03-06T18:45:00+00:00","end":"2026-03-06T20:05:00+00:00","pauses":[{"start":"2026-03-06T19:30:00+00:00","end":"2026-03-06T19:48:00+00:00"}],"place":"At Ben\u2019s","note":"Ben deals."}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,1,'0c14432e-8a45-4343-aa89-51c343b024f0','opened','{"game":"triathlon","title":"Friday","players":["Ann","Ben","Cleo"],"options":{}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,2,'0dafaebf-8fb7-4dd9-800f-953993eb9a58','begun','{"entry":{"kind":"deal","trump":"H"}}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,3,'9b22d0b3-95ca-46fb-abbb-1f19f144bbc2','fell','{"card":"JK"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,4,'c9a0ef24-d292-4a31-9847-0b256608eb58','fell','{"card":"JS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,5,'c81e729b-8a95-4be3-9e28-24199d90bd3a','fell','{"card":"QD"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,6,'cbc1f6a0-f151-429b-94e7-f1fc3b1e07e9','fell','{"card":"KS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,7,'cb76bfaa-3be1-4513-a6ec-8d17eb744bd0','fell','{"card":"QS"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,8,'0074a162-1530-46f6-8ed8-1658b18e5d65','fell','{"card":"6S"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,9,'0aefce5d-1129-4029-a1f9-9fcfb7ddc45d','fell','{"card":"JH"}','2026-03-27 23:17:00.000000',NULL);
INSERT INTO "event" VALUES(2,10,'44197f27-d128-414e-821a-39e46e42b7c5','paused','{}','2026-03-27 23:23:00.000000',NULL);
INSERT INTO "event" VALUES(3,1,'9c36999c-23f6-4f08-8266-9f0a216fd82f','opened','{"game":"tribello","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","id":"c5dafef3-3367-44e7-b323-ef056adf5f8a","at":"2026-03-06T19:12:00+00:00","tricks":[6,4,3]},{"kind":"deal","id":"6346b416-3413-45de-94fc-435e7f89d75d","at":"2026-03-06T19:24:00+00:00","tricks":[8,4,1]},{"kind":"deal","id":"d2c5a9e9-472b-436f-a41c-402d6a80cbc0","at":"2026-03-06T20:00:00+00:00","tricks":[3,6,4]},{"kind":"deal","id":"7189e732-4baa-45ba-9603-6ec7e71dc4a2","at":"2026-03-13T20:46:00+00:00","tricks":[5,5,3]},{"kind":"deal","id":"64b2a574-d195-4145-aa6c-1ad99e3b26b3","at":"2026-03-13T20:56:00+00:00","tricks":[6,4,3]},{"kind":"deal","id":"af964935-ea77-4ca5-bab9-93cf8c12f1fa","at":"2026-03-13T21:06:00+00:00","tricks":[7,4,2]},{"kind":"deal","id":"3bc34a8f-bb79-4c9b-ad19-a16095ebce6a","at":"2026-03-13T21:16:00+00:00","tricks":[4,4,5]},{"kind":"deal","id":"2c3c794a-5cce-4510-b03a-12c12831e09b","at":"2026-03-13T22:51:00+00:00","tricks":[6,5,2]},{"kind":"deal","id":"95e37824-0e1c-472f-ab3b-bc500db88705","at":"2026-03-27T23:05:00+00:00","tricks":[4,6,3]},{"kind":"deal","id":"1f27a270-4196-46aa-a316-d1c7bba1ab54","at":"2026-03-27T23:17:00+00:00","tricks":[2,7,4]}],"sessions":[{"start":"2026-03-06T18:45:00+00:00","end":"2026-03-06T20:05:00+00:00","pauses":[{"start":"2026-03-06T19:30:00+00:00","end":"2026-03-06T19:48:00+00:00"}],"place":"At Ben\u2019s","note":"Ben deals."},{"start":"2026-03-13T20:46:00+00:00","pauses":[{"start":"2026-03-13T21:16:00+00:00","end":"2026-03-13T22:51:00+00:00"}]},{"start":"2026-03-27T22:51:00+00:00","players":["Ann","Dora","Cleo"]}],"title":"Opened from its record","options":{}}','2026-03-27 23:23:00.000000',NULL);
INSERT INTO "event" VALUES(3,2,'3adde55c-798d-4698-a85b-91065dbbe65f','parted','{}','2026-03-27 23:43:00.000000',NULL);
INSERT INTO "event" VALUES(3,3,'085a17df-aced-44c6-a63c-957b7aa033f9','evening','{"start":"2026-03-13T20:46:00+00:00"}','2026-03-27 23:43:00.000000',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Three evenings','2026-03-06 19:00:00.000000','RIPXAj6KwN3OD0agVmQB7A','LbQN0bNlrUCh8nDS-wrZ0A');
INSERT INTO "match" VALUES(2,'triathlon','Friday','2026-03-27 23:17:00.000000','lijkqNLtKRtjjeOima_dbA','iXsWbW52TX1izrax3kKxfA');
INSERT INTO "match" VALUES(3,'tribello','Opened from its record','2026-03-27 23:23:00.000000','r2sDjClz2hijf8VmnE1bag','dtUhSdblYUyIsDC2IuUpTw');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','5kFFlyJ_bP3OQZKhtbnYRhg1d5y6i4E1t3CL3HL52f0');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
