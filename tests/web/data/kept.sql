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
INSERT INTO "event" VALUES(1,1,'0c67d8a1-f7e3-48fc-9cec-d9648ef6ce01','opened','{"game":"tribello","title":"Friday","players":["Ann","Ben","Cleo"],"options":{"first_dealer":1}}','2026-11-22 05:31:17.488788',NULL);
INSERT INTO "event" VALUES(1,2,'14ce6d25-333e-4698-8745-fd2d5b2afd30','added','{"entry":{"kind":"deal","tricks":[6,4,3],"note":"Zo\u00eb\u2019s \u201ccake\u201d"}}','2026-11-22 05:31:17.754957','Ben');
INSERT INTO "event" VALUES(1,3,'532e5185-8b7e-49a3-8b07-06b32cb655ab','added','{"entry":{"kind":"deal","trump":"H","pickup":[2,0,0],"tricks":[3,7,3]}}','2026-11-22 05:31:17.783253',NULL);
INSERT INTO "event" VALUES(1,4,'d1ee27f8-1477-4dad-ba47-28dcbf57be8d','added','{"entry":{"kind":"deal","tricks":[4,4,5]}}','2026-11-22 05:31:17.821537','Ben');
INSERT INTO "event" VALUES(1,5,'b18206ed-e1b0-436e-9588-f21732112925','changed','{"id":"14ce6d25-333e-4698-8745-fd2d5b2afd30","entry":{"kind":"deal","tricks":[7,3,3],"note":"Zo\u00eb\u2019s \u201ccake\u201d"}}','2026-11-22 05:31:17.853046','Ben');
INSERT INTO "event" VALUES(1,6,'3f4e0cc0-7f3b-469b-a1a2-9318065ad566','struck','{"id":"532e5185-8b7e-49a3-8b07-06b32cb655ab"}','2026-11-22 05:31:17.894936','Ben');
INSERT INTO "event" VALUES(1,7,'0b02d49f-9f0e-4e96-a9b9-1644c5536560','restored','{"id":"532e5185-8b7e-49a3-8b07-06b32cb655ab"}','2026-11-22 05:31:17.914747','Ben');
INSERT INTO "event" VALUES(1,8,'0c75cf26-3767-40d3-a448-2161ab314605','struck','{"id":"d1ee27f8-1477-4dad-ba47-28dcbf57be8d"}','2026-11-22 05:31:17.925870','Ben');
INSERT INTO "event" VALUES(1,9,'4ff5f248-6d0a-407f-b3c7-15fd10b2adb1','returned','{"to":7}','2026-11-22 05:31:17.946752','Ben');
INSERT INTO "event" VALUES(1,10,'82fb0b1c-4ee6-4461-ad89-29ac7318bf3a','returned','{"to":8}','2026-11-22 05:31:17.983387','Ben');
INSERT INTO "event" VALUES(1,11,'0e648619-db96-4c84-9f03-1f4408df5c6e','added','{"entry":{"kind":"deal","tricks":[1,1,11]}}','2026-11-22 05:31:18.074695','Ben');
INSERT INTO "event" VALUES(1,12,'8adc6dd3-3550-4195-80c7-7441545ed71b','added','{"entry":{"kind":"deal","tricks":[2,2,9]}}','2026-11-22 05:31:18.260114','Ben');
INSERT INTO "event" VALUES(1,13,'291ba0bb-cf57-4ddb-b5fb-39ba051abcce','returned','{"to":9}','2026-11-22 05:31:18.277951','Ben');
INSERT INTO "event" VALUES(1,14,'836813e8-9903-4c84-a2cb-08698521061d','renamed','{"title":"Saturday","players":["Ann","\u0411\u0435\u043d","Cleo"]}','2026-11-22 05:31:18.286726','Ben');
INSERT INTO "event" VALUES(1,15,'32ab4959-5724-48bd-818f-2626ceb35f87','ruled','{"ruling":{"at":"2026-11-22T05:31:18+00:00","question":{"game":"tribello","question":"quota","players":3,"options":{"first_dealer":1},"deal":2},"decision":"Deal 2: Ann 4, \u0411\u0435\u043d 3, Cleo 6. [tribello.quota] Round 1; Cleo deals. [tribello.rounds] Round 1, trump by the cut. [tribello.trump]"}}','2026-11-22 05:31:18.294645','Бен');
INSERT INTO "event" VALUES(1,16,'d3958deb-78f2-401f-83c4-a761a95a6f8f','begun','{"entry":{"kind":"deal","trump":"S"}}','2026-11-22 05:31:18.326224','Бен');
INSERT INTO "event" VALUES(1,17,'a5cbafb9-ab4f-4904-ab24-2147cb2c9941','left','{}','2026-11-22 05:31:18.411376','Бен');
INSERT INTO "event" VALUES(1,18,'9dd33c22-62b7-4030-b6f0-0ec3c8e3c516','begun','{"entry":{"kind":"deal","trump":"D"}}','2026-11-22 05:31:18.422684','Бен');
INSERT INTO "event" VALUES(1,19,'59809e39-8add-4b17-9dc7-5334edd2b338','fell','{"card":"AS"}','2026-11-22 05:31:18.441570','Бен');
INSERT INTO "event" VALUES(1,20,'d39eeb2d-c7e8-4204-97c6-3e0d9a48c190','fell','{"card":"2S"}','2026-11-22 05:31:18.449184','Бен');
INSERT INTO "event" VALUES(1,21,'45c3f4ef-1cef-4c77-8163-790eb8ba4d40','fell','{"card":"KS"}','2026-11-22 05:31:18.469842','Бен');
INSERT INTO "event" VALUES(1,22,'c996b830-6d67-4020-b528-181a15027a2b','fell','{"card":"5D"}','2026-11-22 05:31:18.485356','Бен');
INSERT INTO "event" VALUES(1,23,'e4fc7db9-9be2-4d41-ae66-bfd976c53c85','lifted','{"card":"5D"}','2026-11-22 05:31:18.491714','Бен');
INSERT INTO "event" VALUES(1,24,'3aee0426-31fa-4e2b-8f51-e79bccb4741b','returned','{"to":22}','2026-11-22 05:31:18.530229','Бен');
INSERT INTO "event" VALUES(1,25,'dfc6d5dc-041f-4a99-a8f8-4c2ba65c7ed7','lifted','{"card":"5D"}','2026-11-22 05:31:18.559679','Бен');
INSERT INTO "event" VALUES(1,26,'29abcceb-5c17-4afc-b8ee-20c7260d5a54','fell','{"card":"6D"}','2026-11-22 05:31:18.565887','Бен');
INSERT INTO "event" VALUES(1,27,'9cc7319a-1281-4391-9833-7457d65e196c','noted','{"entry":{"kind":"deal","trump":"C"},"unknown":[]}','2026-11-22 05:31:18.581580','Бен');
INSERT INTO "event" VALUES(2,1,'838971c5-67ac-49e1-862e-ede740dc3167','opened','{"game":"tribello","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","play":[["KH","2C","3H"],["AS","3S","4S"],["KS","5S","6S"],["QS","7S","8S"],["AD","2D","3D"],["KD","4D","5D"],["QD","6D","7D"],["JD","8D","9D"],["AC","3C","4C"],["KC","5C","6C"],["QC","7C","8C"],["JC","9C","10C"],["AH","2H","4H"]],"trump":"S","accepted":["tribello.follow"],"id":"a deal","at":"2025-03-01T20:15:00+01:00","by":"Ben"},{"kind":"deal","tricks":[1,1,1]},{"kind":"deal","tricks":[6,4,3],"note":"after a cup of tea"}],"sessions":[{"start":"2025-03-01T20:00:00+01:00","end":"2025-03-01T23:30:00+01:00"},{"start":"2025-03-08T20:00:00+01:00"}],"rulings":[{"at":"2025-03-01T21:00:00+01:00","question":{"game":"tribello","question":"quota","deal":1},"decision":"6, 4, 3"}],"title":"Friday","options":{}}','2026-11-22 05:31:18.634430',NULL);
INSERT INTO "event" VALUES(3,1,'b4a84218-8051-44d2-9444-cbb995c72ac5','opened','{"game":"triathlon","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","tricks":[5,5,3],"last_trick":2}],"title":"Friday","options":{}}','2026-11-22 05:31:18.644755',NULL);
INSERT INTO "event" VALUES(4,1,'c5ff2cae-9462-4bde-a425-00f4c66695ea','opened','{"game":"tribello","players":["Ann","Ben","Cleo"],"entries":[{"kind":"deal","play":[["KH","2C","3H"],["AS","3S","4S"],["KS","5S","6S"],["QS","7S","8S"],["AD","2D","3D"],["KD","4D","5D"],["QD","6D","7D"],["JD","8D","9D"],["AC","3C","4C"],["KC","5C","6C"],["QC","7C","8C"],["JC","9C","10C"],["AH","2H","4H"]],"trump":"S"}],"title":"Friday","options":{}}','2026-11-22 05:31:18.653919',NULL);
INSERT INTO "event" VALUES(4,2,'f3e0222d-c4e8-4efc-954e-44b2282a2433','accepted','{"id":"850d2e40-f2ac-5963-83ee-9e86c20eb921","rules":["tribello.follow"]}','2026-11-22 05:31:18.664636',NULL);
INSERT INTO "event" VALUES(3,2,'190b36ad-62ce-4170-bf78-41b8825d2bb2','begun','{"entry":{"kind":"deal","trump":"H"}}','2026-11-22 05:31:18.684153',NULL);
INSERT INTO "event" VALUES(3,3,'ab4931e0-f39b-4e28-8ec7-e85524fb4af8','fell','{"card":"9D"}','2026-11-22 05:31:18.704823',NULL);
INSERT INTO "event" VALUES(3,4,'bc105ed0-a057-4062-bb4b-2d94bec52e00','fell','{"card":"QD"}','2026-11-22 05:31:18.722396',NULL);
INSERT INTO "event" VALUES(3,5,'28d51984-0d93-4313-b4fe-5b414039def6','fell','{"card":"KD"}','2026-11-22 05:31:18.731566',NULL);
INSERT INTO "event" VALUES(3,6,'0d72e2e0-fb63-422f-8953-36934e96255b','fell','{"card":"AC"}','2026-11-22 05:31:18.736280',NULL);
INSERT INTO "event" VALUES(3,7,'32865629-f4b0-431a-9853-dff9b422e063','fell','{"card":"7C"}','2026-11-22 05:31:18.742792',NULL);
INSERT INTO "event" VALUES(3,8,'828ababf-9ae5-436d-85e9-4fe299ec4267','fell','{"card":"10C"}','2026-11-22 05:31:18.754429',NULL);
INSERT INTO "event" VALUES(3,9,'c1772adb-9762-4dfe-88e9-b6ac3f0f95d3','fell','{"card":"8S"}','2026-11-22 05:31:18.761332',NULL);
INSERT INTO "event" VALUES(3,10,'8220919c-f8ea-47ca-af44-9c26a03364ff','fell','{"card":"9S"}','2026-11-22 05:31:18.769516',NULL);
INSERT INTO "event" VALUES(3,11,'cc891764-58c5-4771-887c-30fa029e3c80','fell','{"card":"7S"}','2026-11-22 05:31:18.777875',NULL);
INSERT INTO "event" VALUES(3,12,'e67e28d6-2980-4688-b8b4-92260e463359','fell','{"card":"7H"}','2026-11-22 05:31:18.790570',NULL);
INSERT INTO "event" VALUES(3,13,'523765b6-b696-4997-a58a-036f203073b4','fell','{"card":"8H"}','2026-11-22 05:31:18.799213',NULL);
INSERT INTO "event" VALUES(3,14,'cdc6abb5-dbd4-47c1-9f0c-474571d3a91a','fell','{"card":"QH"}','2026-11-22 05:31:18.804704',NULL);
INSERT INTO "event" VALUES(3,15,'c57c641f-7f36-44cf-b134-99345c607029','fell','{"card":"KH"}','2026-11-22 05:31:18.833916',NULL);
INSERT INTO "event" VALUES(3,16,'5e2f0c8b-a060-4f34-98df-aa82306868cd','fell','{"card":"9H"}','2026-11-22 05:31:18.841609',NULL);
INSERT INTO "event" VALUES(3,17,'7b210185-3c78-400e-8c8c-ad183b720e60','fell','{"card":"AH"}','2026-11-22 05:31:18.851008',NULL);
INSERT INTO "event" VALUES(3,18,'3196d6f9-b593-4d0e-8c67-ccf7b903f7a0','fell','{"card":"JD"}','2026-11-22 05:31:18.886498',NULL);
INSERT INTO "event" VALUES(3,19,'3c6c343d-f549-404f-847f-bebac1e0d1dd','fell','{"card":"AD"}','2026-11-22 05:31:18.894123',NULL);
INSERT INTO "event" VALUES(3,20,'d5d98ecd-5eeb-4ba0-9b78-0575144a6148','fell','{"card":"JS"}','2026-11-22 05:31:18.903426',NULL);
INSERT INTO "event" VALUES(3,21,'81458100-292c-42e0-a08f-da4470742909','fell','{"card":"KC"}','2026-11-22 05:31:18.910131',NULL);
INSERT INTO "event" VALUES(3,22,'b2cd9000-2c82-4af8-9a46-1fe9d1892a05','fell','{"card":"6C"}','2026-11-22 05:31:18.924380',NULL);
INSERT INTO "event" VALUES(3,23,'ef5c6e18-0b3b-4f36-a6eb-24122e7b0760','fell','{"card":"6D"}','2026-11-22 05:31:18.932639',NULL);
INSERT INTO "event" VALUES(3,24,'b78ab760-5420-4b4a-acca-e594441dc066','fell','{"card":"QC"}','2026-11-22 05:31:18.942236',NULL);
INSERT INTO "event" VALUES(3,25,'277288a7-dd93-47d8-be73-cf2f05cd25c7','fell','{"card":"8C"}','2026-11-22 05:31:18.960170',NULL);
INSERT INTO "event" VALUES(3,26,'a5b0867d-ee18-45d5-b72b-fd20633b1c79','fell','{"card":"6S"}','2026-11-22 05:31:18.966728',NULL);
INSERT INTO "event" VALUES(3,27,'7a0284c7-9b86-4757-9b31-feda3886ac69','fell','{"card":"KS"}','2026-11-22 05:31:18.973749',NULL);
INSERT INTO "event" VALUES(3,28,'306d23b7-23ea-425e-816f-8b7801b88cb9','fell','{"card":"QS"}','2026-11-22 05:31:18.981172',NULL);
INSERT INTO "event" VALUES(3,29,'731f7ec6-9d29-4524-a260-13c33d236c65','fell','{"card":"10H"}','2026-11-22 05:31:18.986026',NULL);
INSERT INTO "event" VALUES(3,30,'a8d183bb-22b1-4dcc-9a46-5023eb33b072','fell','{"card":"8D"}','2026-11-22 05:31:19.006705',NULL);
INSERT INTO "event" VALUES(3,31,'05f8dadf-ae74-4f3b-8d74-9cf5a855c2b7','fell','{"card":"9C"}','2026-11-22 05:31:19.020203',NULL);
INSERT INTO "event" VALUES(3,32,'6536168c-1d02-45da-8bfd-ab936a1be12d','fell','{"card":"6H"}','2026-11-22 05:31:19.149169',NULL);
INSERT INTO "event" VALUES(3,33,'cfa917a8-aa92-4546-ba2e-634c86c0eac7','fell','{"card":"JK"}','2026-11-22 05:31:19.201597',NULL);
INSERT INTO "event" VALUES(3,34,'3c539278-dba4-4521-aaed-a9e13101a8aa','fell','{"card":"JK"}','2026-11-22 05:31:19.214846',NULL);
INSERT INTO "event" VALUES(3,35,'5d114d2d-b7b4-4c37-8fa6-5dd776c14611','fell','{"card":"JH"}','2026-11-22 05:31:19.224356',NULL);
INSERT INTO "event" VALUES(3,36,'75ff9f81-38d3-4005-98d5-8efcbba8a4bd','fell','{"card":"AS"}','2026-11-22 05:31:19.231798',NULL);
INSERT INTO "event" VALUES(3,37,'b19b9577-8a51-4b63-adcc-0dfccac2dd1a','fell','{"card":"10D"}','2026-11-22 05:31:19.252307',NULL);
INSERT INTO "event" VALUES(3,38,'32fe3825-263d-492f-8e08-874a49a245a5','fell','{"card":"JC"}','2026-11-22 05:31:19.269248',NULL);
INSERT INTO "event" VALUES(3,39,'c71c0a3f-1fae-4110-8b72-88ef16e31d6f','fell','{"card":"10S"}','2026-11-22 05:31:19.282321',NULL);
INSERT INTO "event" VALUES(3,40,'313c8777-0418-409f-8e76-3300a7501845','fell','{"card":"7D"}','2026-11-22 05:31:19.294233',NULL);
INSERT INTO "event" VALUES(3,41,'76ddd8dd-620a-4552-a578-a4a3a82f0d67','fell','{"card":"JK"}','2026-11-22 05:31:19.305959',NULL);
INSERT INTO "event" VALUES(3,42,'b4cff001-893d-450c-8152-9e9c5280866d','added','{"entry":{"kind":"deal","trump":"H","play":[["9D","QD","KD"],["AC","7C","10C"],["8S","9S","7S"],["7H","8H","QH"],["KH","9H","AH"],["JD","AD","JS"],["KC","6C","6D"],["QC","8C","6S"],["KS","QS","10H"],["8D","9C","6H"],["JK","JK","JH"],["AS","10D","JC"],["10S","7D","JK"]]}}','2026-11-22 05:31:19.314934',NULL);
INSERT INTO "event" VALUES(5,1,'cd889407-5e95-414c-9328-e4890bb746da','opened','{"game":"thirty-one","title":"Swim","players":["Ann","Ben","Cleo"],"options":{"lives":1}}','2026-11-22 05:31:19.331875',NULL);
INSERT INTO "event" VALUES(5,2,'e2b4d65a-e5e9-4a75-8c70-750867d72495','added','{"entry":{"kind":"round","values":[31,20,30.5]}}','2026-11-22 05:31:19.437736',NULL);
INSERT INTO "event" VALUES(5,3,'0c7e6743-7c73-4a11-8a2a-84ea7c3fe688','added','{"entry":{"kind":"round","values":[21,20,19]}}','2026-11-22 05:31:19.459538',NULL);
INSERT INTO "event" VALUES(5,4,'f4e644b6-675e-4ee5-a8f2-74e99e34d650','changed','{"id":"e2b4d65a-e5e9-4a75-8c70-750867d72495","entry":{"kind":"round","values":[25,20,30.5]}}','2026-11-22 05:31:19.483791',NULL);
INSERT INTO "event" VALUES(6,1,'20ad86d9-87f3-480c-b583-29b8535fed67','opened','{"game":"thirty-one","players":["Ann","Ben"],"entries":[{"kind":"round","hands":[["AH","KH","7S"],["9C","9D","9H"]]},{"kind":"round","values":[21,20]},{"kind":"round","values":[21,20]},{"kind":"round","values":[21,19]},{"kind":"round","values":[20,19]}],"title":"Friday","options":{"lives":2}}','2026-11-22 05:31:19.510420',NULL);
INSERT INTO "event" VALUES(7,1,'7a1fe2cc-de31-483c-8067-b336b3c3876c','opened','{"game":"la-krap","title":"Friday","players":["Ann","Ben","Cleo","Dora"],"options":{}}','2026-11-22 05:31:19.522703',NULL);
INSERT INTO "event" VALUES(7,2,'0a16c2f3-0081-435f-8170-dbf7d5429b79','begun','{"entry":{"kind":"deal","upcards":["JD","10C","10D","KH"],"turned":["BJ","RJ","2C"]}}','2026-11-22 05:31:19.559150',NULL);
INSERT INTO "event" VALUES(7,3,'def88941-1aad-4a96-9b38-a29835111a46','fell','{"card":"BJ"}','2026-11-22 05:31:19.578165',NULL);
INSERT INTO "event" VALUES(7,4,'c0c58e92-451d-4ad0-b1ff-3472acd8eb97','fell','{"card":"KC"}','2026-11-22 05:31:19.592407',NULL);
INSERT INTO "event" VALUES(7,5,'a36c2418-1e88-494a-9ac1-17981f8d0ea0','fell','{"card":"2D"}','2026-11-22 05:31:19.612599',NULL);
INSERT INTO "event" VALUES(7,6,'64065554-6040-4b64-8f6c-bbd537c44b52','fell','{"card":"KC"}','2026-11-22 05:31:19.625320',NULL);
INSERT INTO "event" VALUES(7,7,'1bc7a99d-4e84-4d76-804d-f711c896f840','noted','{"entry":{"marriages_at":[[1,1]]},"unknown":[]}','2026-11-22 05:31:19.640062',NULL);
INSERT INTO "event" VALUES(7,8,'1d706462-065c-4102-a8e9-10ade0bcbf7f','fell','{"card":"AS"}','2026-11-22 05:31:19.646773',NULL);
INSERT INTO "event" VALUES(7,9,'b9afc7c8-f76d-41db-8b94-cd55c604d869','fell','{"card":"KS"}','2026-11-22 05:31:19.662845',NULL);
INSERT INTO "event" VALUES(7,10,'e68dc314-04c4-4733-a544-f07253a7bbf3','fell','{"card":"KS"}','2026-11-22 05:31:19.678720',NULL);
INSERT INTO "event" VALUES(7,11,'9be3b2e1-ac1b-472d-bfeb-7fc8d65655cb','fell','{"card":"KD"}','2026-11-22 05:31:19.693466',NULL);
INSERT INTO "event" VALUES(7,12,'aeded261-eeb0-4eda-a262-cea9c53edbcb','fell','{"card":"KH"}','2026-11-22 05:31:19.706658',NULL);
INSERT INTO "event" VALUES(7,13,'9c5f6b68-9dd8-4a5d-b0a6-57d7194a7db4','fell','{"card":"2S"}','2026-11-22 05:31:19.721763',NULL);
INSERT INTO "event" VALUES(7,14,'7ae256c3-d456-4990-affc-3608f6ec8090','fell','{"card":"QH"}','2026-11-22 05:31:19.734268',NULL);
INSERT INTO "event" VALUES(7,15,'12cbf7e2-31bd-46c6-87d6-596195b9f032','fell','{"card":"2H"}','2026-11-22 05:31:19.749259',NULL);
INSERT INTO "event" VALUES(7,16,'7bea639a-4ec5-42c2-a067-1ce19a68ba2b','fell','{"card":"7S"}','2026-11-22 05:31:19.763997',NULL);
INSERT INTO "event" VALUES(7,17,'e794980f-c740-497f-b0c5-c9fec9e052f1','fell','{"card":"QS"}','2026-11-22 05:31:19.778311',NULL);
INSERT INTO "event" VALUES(7,18,'f412d749-0a0e-4bb6-a92d-5ae4f8b7cdda','fell','{"card":"SHEET"}','2026-11-22 05:31:19.802386',NULL);
INSERT INTO "event" VALUES(7,19,'7abc690e-74db-47b5-9429-cae2ec919a77','fell','{"card":"QC"}','2026-11-22 05:31:19.828284',NULL);
INSERT INTO "event" VALUES(7,20,'21e1da5c-d897-4377-a9aa-d117b8689e2b','fell','{"card":"KD"}','2026-11-22 05:31:19.841392',NULL);
INSERT INTO "event" VALUES(7,21,'ee361778-9bc9-4cfc-9634-e67d6d7e42ec','fell','{"card":"QD"}','2026-11-22 05:31:19.856023',NULL);
INSERT INTO "event" VALUES(7,22,'5f93c63e-8a08-4da6-b577-19096c167cc9','fell','{"card":"QD"}','2026-11-22 05:31:19.880788',NULL);
INSERT INTO "event" VALUES(7,23,'c869bef6-60bb-4a59-a346-e9d149c88d18','fell','{"card":"9D"}','2026-11-22 05:31:19.907216',NULL);
INSERT INTO "event" VALUES(7,24,'99063fd6-f6dd-4964-a986-7d96c8117b39','fell','{"card":"KH"}','2026-11-22 05:31:19.930339',NULL);
INSERT INTO "event" VALUES(7,25,'a9e0506d-3df4-45f2-938a-326ecacecaa0','fell','{"card":"QH"}','2026-11-22 05:31:19.955329',NULL);
INSERT INTO "event" VALUES(7,26,'f8686a45-a9b9-4aa8-b6d7-6efa2a28d726','fell','{"card":"AH"}','2026-11-22 05:31:19.975722',NULL);
INSERT INTO "event" VALUES(7,27,'b5317479-0311-4632-9c0c-26dd783c50a4','fell','{"card":"QS"}','2026-11-22 05:31:20.006343',NULL);
INSERT INTO "event" VALUES(7,28,'2040406e-f084-46f0-89fe-e01d7c6996e2','fell','{"card":"10D"}','2026-11-22 05:31:20.044111',NULL);
INSERT INTO "event" VALUES(7,29,'a6d58844-27d9-4086-b7e8-6a546a8c7dc4','fell','{"card":"8C"}','2026-11-22 05:31:20.074271',NULL);
INSERT INTO "event" VALUES(7,30,'c5437ad7-287d-4b1b-8f02-5d0a56f2143b','fell','{"card":"10H"}','2026-11-22 05:31:20.094129',NULL);
INSERT INTO "event" VALUES(7,31,'2afbb69c-6d93-4292-806b-ad985858c7f3','fell','{"card":"QC"}','2026-11-22 05:31:20.115202',NULL);
INSERT INTO "event" VALUES(8,1,'6d3ff4e2-7e46-4120-9df1-c9a583c3389a','opened','{"game":"la-krap","players":["Ann","Ben","Cleo","Dora"],"entries":[{"kind":"deal","upcards":["JD","10C","10D","KH"],"turned":["BJ","RJ","2C"],"play":[["BJ","KC","2D","KC"],["AS","KS","KS","KD"],["KH","2S","QH","2H"],["7S","QS","SHEET","QC"],["KD","QD","QD","9D"],["KH","QH","AH","QS"],["10D","8C","10H","QC"]]}],"title":"Friday","options":{"rounds":6}}','2026-11-22 05:31:20.131211',NULL);
INSERT INTO "event" VALUES(9,1,'874bfbec-637d-45f7-9d77-3a879e852f83','opened','{"game":"card-triathlon","title":"Friday","players":["Ann","Ben","Cleo","Dora","Emil","Fay","Gina","Hugo"],"options":{"format":"half-marathon"}}','2026-11-22 05:31:20.144091',NULL);
INSERT INTO "event" VALUES(9,2,'8a92dda9-96fb-45c2-907e-4538875292f3','begun','{"entry":{"kind":"b-leg","contract":{"level":4,"strain":"C","declarer":0}},"table":0}','2026-11-22 05:31:20.179245',NULL);
INSERT INTO "event" VALUES(9,3,'8ed8fb37-e88b-487c-9b7e-2c2299b5aef4','begun','{"entry":{"kind":"b-leg","contract":{"level":1,"strain":"D","declarer":3}},"table":1}','2026-11-22 05:31:20.237539',NULL);
INSERT INTO "event" VALUES(9,4,'4a0e8ad7-4fb8-4274-ace3-517b6e1fb1ec','fell','{"card":"AD","table":0}','2026-11-22 05:31:20.259060',NULL);
INSERT INTO "event" VALUES(9,5,'30ac16bf-3726-48bf-b545-e23939737c79','fell','{"card":"6D","table":0}','2026-11-22 05:31:20.267924',NULL);
INSERT INTO "event" VALUES(9,6,'ce5054f9-b596-4ed2-b25b-0a58fafa847f','fell','{"card":"3D","table":0}','2026-11-22 05:31:20.275070',NULL);
INSERT INTO "event" VALUES(9,7,'0959bf08-b28c-4026-85dd-cf40a8f68010','fell','{"card":"8D","table":0}','2026-11-22 05:31:20.282254',NULL);
INSERT INTO "event" VALUES(9,8,'ca14bbba-1687-436e-8a85-85d5ac5d61c1','fell','{"card":"8H","table":0}','2026-11-22 05:31:20.291244',NULL);
INSERT INTO "event" VALUES(9,9,'a0a950cf-b940-41d9-8544-ed604bad88ad','fell','{"card":"QH","table":0}','2026-11-22 05:31:20.298449',NULL);
INSERT INTO "event" VALUES(9,10,'a90ae40b-1a3a-4323-b91a-8ff3f11f5b69','fell','{"card":"7H","table":0}','2026-11-22 05:31:20.306831',NULL);
INSERT INTO "event" VALUES(9,11,'e7e334f0-7bf8-4e25-ae67-7c3c1d709392','fell','{"card":"9H","table":0}','2026-11-22 05:31:20.315548',NULL);
INSERT INTO "event" VALUES(9,12,'c6f43ea7-7e90-4691-bd63-7dd4dd5cb304','fell','{"card":"4C","table":0}','2026-11-22 05:31:20.328556',NULL);
INSERT INTO "event" VALUES(9,13,'1e00b88c-31dd-4a2f-a384-64ed611423e8','fell','{"card":"10D","table":1}','2026-11-22 05:31:20.347527',NULL);
INSERT INTO "event" VALUES(9,14,'f749c4aa-2279-426a-9049-7931b16bf5a6','fell','{"card":"3D","table":1}','2026-11-22 05:31:20.358762',NULL);
INSERT INTO "event" VALUES(9,15,'8fc2155e-180f-4362-8d38-6480edfa6e35','fell','{"card":"KD","table":1}','2026-11-22 05:31:20.366746',NULL);
INSERT INTO "event" VALUES(9,16,'cb31657d-1a2c-4547-8af0-177e28920bcd','fell','{"card":"4D","table":1}','2026-11-22 05:31:20.374820',NULL);
INSERT INTO "event" VALUES(9,17,'ea22c54e-fcb0-451b-afbb-b90ef13ab013','fell','{"card":"8H","table":1}','2026-11-22 05:31:20.393656',NULL);
INSERT INTO "event" VALUES(9,18,'cba9fd81-76fa-4b7d-8c69-418bf6d60f7f','fell','{"card":"5H","table":1}','2026-11-22 05:31:20.401834',NULL);
INSERT INTO "event" VALUES(9,19,'ee42be84-7d89-4e16-b063-76311b7dc580','lifted','{"card":"5H","table":1}','2026-11-22 05:31:20.412196',NULL);
INSERT INTO "event" VALUES(9,20,'e1175edb-83b7-47eb-a986-700257f8ca5f','left','{"table":1}','2026-11-22 05:31:20.425170',NULL);
INSERT INTO "event" VALUES(9,21,'a67824b9-c82f-4fbe-8f87-ace32e47e5f8','begun','{"entry":{"kind":"b-leg","contract":{"level":1,"strain":"D","declarer":3}},"table":1}','2026-11-22 05:31:20.441148',NULL);
INSERT INTO "event" VALUES(9,22,'470acf12-e5c0-4e93-b718-05cf1dadba64','fell','{"card":"10D","table":1}','2026-11-22 05:31:20.467389',NULL);
INSERT INTO "event" VALUES(9,23,'77613755-bd76-4c7c-8b42-0ca2d73cb0ee','fell','{"card":"3D","table":1}','2026-11-22 05:31:20.475098',NULL);
INSERT INTO "event" VALUES(9,24,'48c4dfe2-710c-4ac3-9e0a-5bc01b00f29d','fell','{"card":"KD","table":1}','2026-11-22 05:31:20.482471',NULL);
INSERT INTO "event" VALUES(9,25,'5b5c0b6e-c593-4c13-b623-b6cc51d8e668','fell','{"card":"4D","table":1}','2026-11-22 05:31:20.489964',NULL);
INSERT INTO "event" VALUES(9,26,'11e28fba-c4ee-4769-92fe-e8daeb1ba8a0','fell','{"card":"8H","table":1}','2026-11-22 05:31:20.498310',NULL);
INSERT INTO "event" VALUES(10,1,'c651266c-8a12-4216-822c-70e7a8389e0a','opened','{"game":"card-triathlon","players":["Ann","Ben","Cleo","Dora"],"entries":[],"title":"Friday","options":{"format":"half-marathon","sequence":["D"]}}','2026-11-22 05:31:20.507814',NULL);
INSERT INTO "event" VALUES(10,2,'98e2eef4-a78c-4950-87a1-296a09401290','laid','{"seat":0,"hand":["5S","KS","6H","7H","8H","2H","10H","6H","KD","3D","4C","JC","QC"],"layout":[["6H","7H","8H","2H","10H"]],"extra":null}','2026-11-22 05:31:20.606207',NULL);
INSERT INTO "event" VALUES(10,3,'4ee63ab2-dd8c-4f80-826f-be29bb10fb43','laid','{"seat":1,"hand":["2S","3S","4S","5S","6S","7D","8D","9D","10D","JD","QD","KD","AD"],"layout":null,"extra":null}','2026-11-22 05:31:20.714173',NULL);
INSERT INTO "event" VALUES(10,4,'13ba518a-8bd3-4608-8de7-c13dd99a78ae','laid','{"seat":1,"hand":["2S","3S","4S","5S","6S","7D","8D","9D","10D","JD","QD","KD","AD"],"layout":null,"extra":["AS","AC","JC","10C","9C","8C","7C","6C","5C","4C","3C","2C","QS"]}','2026-11-22 05:31:20.786014',NULL);
INSERT INTO "event" VALUES(10,5,'95bcb456-8f8a-47c4-ad0d-933cee11eedd','laid','{"seat":2,"hand":["AS","QS","9S","AH","JH","5H","3H","8D","2D","QC","7C","3C","JK"],"layout":null,"extra":null}','2026-11-22 05:31:20.841163',NULL);
INSERT INTO "event" VALUES(10,6,'ae32e6e8-0196-4da4-a33a-b7eaa558a732','laid','{"seat":0,"hand":["5S","KS","6H","7H","8H","2H","10H","6H","KD","3D","4C","JC","QC"],"layout":null,"extra":null}','2026-11-22 05:31:20.950477',NULL);
INSERT INTO "event" VALUES(10,7,'dc94264f-a69e-44c1-bc60-3bfbb59be58a','returned','{"to":5}','2026-11-22 05:31:21.112195',NULL);
INSERT INTO "event" VALUES(11,1,'fae9fc83-bb9b-47d9-8b5d-af7a7f4146bd','opened','{"game":"card-triathlon","players":["Ann","Ben","Cleo","Dora"],"entries":[{"kind":"b-leg","contract":{"level":4,"strain":"C","declarer":0},"tricks":[6,1,5,1],"points":[190,40,150,35],"unscored":25},{"kind":"c-leg","melded":[310,150,205,180],"in_hand":[0,25,10,40],"unscored":80},{"kind":"d-leg","hands":[["5S","KS","6H","7H","8H","2H","10H","6H","KD","3D","4C","JC","QC"],["2S","3S","4S","5S","6S","7D","8D","9D","10D","JD","QD","KD","AD"],["AS","QS","9S","AH","JH","5H","3H","8D","2D","QC","7C","3C","JK"],["7S","10S","JS","2H","9H","KH","AH","6D","JD","5C","8C","KC","JK"]]}],"title":"Friday","options":{}}','2026-11-22 05:31:21.157673',NULL);
INSERT INTO "event" VALUES(12,1,'a4c195cb-2c80-4aa9-b6e7-050010b8e3d3','opened','{"game":"card-triathlon","players":["Ann","Ben","Cleo","Dora"],"entries":[{"kind":"b-leg","contract":{"level":4,"strain":"C","declarer":0},"tricks":[6,1,5,1],"points":[190,40,150,30],"unscored":25}],"title":"Friday","options":{"finish_at":"2025-03-01T23:15:00+01:00","decision_seconds":20,"format":"clock"}}','2026-11-22 05:31:21.167916',NULL);
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created DATETIME NOT NULL, 
	score_key VARCHAR NOT NULL, 
	watch_key VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "match" VALUES(1,'tribello','Saturday','2026-11-22 05:31:17.488788','RUrC3HFJFu1evqSxaDNe8w','orl95rB-YJevX8TwNi53fw');
INSERT INTO "match" VALUES(2,'tribello','Friday','2026-11-22 05:31:18.634430','TCWQuOD7AxRNLlf94IiINQ','DTDkM95mLV4T78B0E_wEog');
INSERT INTO "match" VALUES(3,'triathlon','Friday','2026-11-22 05:31:18.644755','GfG1ZizRxJH7MNlm6cHZbw','IbLu8ny-LMTwHbnaZ4mFzg');
INSERT INTO "match" VALUES(4,'tribello','Friday','2026-11-22 05:31:18.653919','yTyahIO3nGG5kAFldotK5Q','rG5IhUAtVbCIgFF7z-AZDw');
INSERT INTO "match" VALUES(5,'thirty-one','Swim','2026-11-22 05:31:19.331875','Uo_7__P_g8EETg98_xFuQw','ur-d9CxhJzASIxV7mxm6DQ');
INSERT INTO "match" VALUES(6,'thirty-one','Friday','2026-11-22 05:31:19.510420','nbkTInUSPwZ7AInMSH8tXA','TDEk48TYjYFI0ov9Go2pYg');
INSERT INTO "match" VALUES(7,'la-krap','Friday','2026-11-22 05:31:19.522703','gn3fu5PpPRFEyE6aB34fZA','6xY1UHo802RGEARBUTnP_g');
INSERT INTO "match" VALUES(8,'la-krap','Friday','2026-11-22 05:31:20.131211','BpOP_tB9T53OnA6Zism_UA','2fLHXm2OKQOANX1eBPu7aQ');
INSERT INTO "match" VALUES(9,'card-triathlon','Friday','2026-11-22 05:31:20.144091','gj-EQ80qQb0rSQptdLJfKg','STheIb0FY2dpC3mpJsrQWg');
INSERT INTO "match" VALUES(10,'card-triathlon','Friday','2026-11-22 05:31:20.507814','k67LkCR5UHPA_xNI0yVq2Q','_V3rxQq-m8SObWTsAdSAPw');
INSERT INTO "match" VALUES(11,'card-triathlon','Friday','2026-11-22 05:31:21.157673','K96E2E-EMWmDwRQ_HUHIHQ','UwMKravgmNj_-oY1ikM0RA');
INSERT INTO "match" VALUES(12,'card-triathlon','Friday','2026-11-22 05:31:21.167916','63zeIgsb1ATDLLcbQ66mwg','XsyYlKDXV1gf6CWXPvauhw');
CREATE TABLE setting (
	name VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "setting" VALUES('cookies','fA60oJw-BJRE1BQ1ADCpPUSxTztF3zgo7VRamPcCRUY');
CREATE UNIQUE INDEX ix_match_score_key ON "match" (score_key);
CREATE UNIQUE INDEX ix_match_watch_key ON "match" (watch_key);
CREATE UNIQUE INDEX ix_event_id ON event (id);
CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
COMMIT;
