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
INSERT INTO "event" VALUES(1,1,'9a349db4-b9d5-4506-a59c-2fc3845d8ad3','opened','{"game":"thirty-one","title":"22 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-22 18:05:52.522332',NULL);
INSERT INTO "event" VALUES(1,2,'43566e39-cc97-478d-bbb3-ac2591a2d145','added','{"entry":{"kind":"round","values":[30.5,31,20]}}','2026-11-22 18:05:52.736343',NULL);
INSERT INTO "event" VALUES(1,3,'600e9fa5-5d61-431e-a75f-816bd0a053bf','added','{"entry":{"kind":"round","values":[17,17,20]}}','2026-11-22 18:05:52.760566',NULL);
INSERT INTO "event" VALUES(1,4,'5d33ad5b-937e-4ac2-9dce-34be5bfe23f6','agreed','{"options":{"lives":2,"tied_lowest":"none"}}','2026-11-22 18:05:52.767618',NULL);
INSERT INTO "event" VALUES(1,5,'e2e5aaa2-b0ff-4103-a194-3f2768a7d2e3','house','{"rule":"thirty-one.fire","text":"No fire on Sundays."}','2026-11-22 18:05:52.770510',NULL);
INSERT INTO "event" VALUES(1,6,'89983526-af7f-4aa3-af3b-196cf77d6f09','house','{"rule":"thirty-one.close","text":"Knock twice."}','2026-11-22 18:05:52.776043',NULL);
INSERT INTO "event" VALUES(1,7,'a5c671b7-312b-49c6-a2ae-f9875eb1d4f4','house','{"rule":"thirty-one.close","text":""}','2026-11-22 18:05:52.778687',NULL);
INSERT INTO "event" VALUES(1,8,'378b67e4-4368-4aa5-9e2d-81b015f509b0','added','{"entry":{"kind":"round","values":[20,25,18]}}','2026-11-22 18:05:52.788020',NULL);
INSERT INTO "event" VALUES(1,9,'ee6048f1-e1d1-49a8-b97e-69ee87346cb5','agreed','{"options":{"valuation":"suit","lives":2,"tied_lowest":"none"}}','2026-11-22 18:05:52.863746',NULL);
INSERT INTO "event" VALUES(1,10,'e2deca4d-8867-413a-bc40-c1851d0a0fb2','returned','{"to":8}','2026-11-22 18:05:52.873858',NULL);
INSERT INTO "event" VALUES(2,1,'2b6b44c4-1e25-4618-b506-c45b6d4a081d','opened','{"game":"card-triathlon","title":"22 Nov","players":["Ann","Ben","Cleo","Dora","Emil","Finn"],"options":{}}','2026-11-22 18:05:52.880004',NULL);
INSERT INTO "event" VALUES(2,2,'dea4e4ab-a479-4147-b178-9e0eb86e02f9','agreed','{"options":{"teams":[0,1,2,0,1,2]}}','2026-11-22 18:05:52.884110',NULL);
INSERT INTO "event" VALUES(3,1,'6eda97b6-63a6-4c50-a4a2-851525088633','opened','{"game":"tribello","title":"22 Nov","players":["Ann","Ben","Cleo"],"options":{}}','2026-11-22 18:05:52.886344',NULL);
INSERT INTO "event" VALUES(3,2,'ca87068b-1c20-477e-b6c1-9eaf7ce1b76d','added','{"entry":{"kind":"deal","tricks":[6,4,3]}}','2026-11-22 18:05:52.905236',NULL);
INSERT INTO "event" VALUES(3,3,'bc8699fb-ab63-42de-b2dd-c1fcd2ea40c2','added','{"entry":{"kind":"deal","tricks":[8,4,1]}}','2026-11-22 18:05:52.918932',NULL);
INSERT INTO "event" VALUES(3,4,'9d69479d-56c7-4018-826a-78b34e091d4b','struck','{"id":"ca87068b-1c20-477e-b6c1-9eaf7ce1b76d"}','2026-11-22 18:05:52.952611',NULL);
INSERT INTO "event" VALUES(3,5,'685fb30f-01ce-4dc6-92d2-e93a2df34581','restored','{"id":"ca87068b-1c20-477e-b6c1-9eaf7ce1b76d","entry":{"kind":"deal","tricks":[7,4,2]}}','2026-11-22 18:05:52.960654',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'thirty-one','22 Nov','2026-11-22 18:05:52.522332','VDVmKdEymAWWs1YpqGZ8og','SN6gcz43RbSknVtYaUSaPg');
INSERT INTO "match" VALUES(2,'card-triathlon','22 Nov','2026-11-22 18:05:52.880004','F9_SSTU90uObgyGR3aGTKQ','VxHZdhucGikKtirjZsjrUg');
INSERT INTO "match" VALUES(3,'tribello','22 Nov','2026-11-22 18:05:52.886344','ndE7p7QPgDKz3EV5-6qZbw','vwoaINxHZF_I4lnQsRaoOQ');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','qYH-H2mydcltkPwpeY0fTdWZSItFF1cDpm_wJAXdFVk');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
