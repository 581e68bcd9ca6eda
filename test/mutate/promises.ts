import { contractRules } from './contract-promises.ts';

/** A mutation inverts a rule on which a user relies. `killed.json` has the test that then fails. */
export type Promised = {
  /** The words of the page; of the contract, a sentence. */
  says: string;
  in: string;
  mutation: string;
};

const of = (page: string, rows: readonly (readonly [says: string, mutation: string])[]): Promised[] =>
  rows.map(([says, mutation]) => ({ says, in: page, mutation }));

const readme = of('README.md', [
  ['exactly once however often you retry', 'two acceptances of one event id: a read, then a write without a condition'],
  ['the same result with "duplicate":true, counted once', 'a repeated event is answered as new'],
  ['for one ad, in your currency to the cent', 'a report adds up currencies'],
  ['the reason when no ad earned it', 'an unmatched event has no reason'],
  ['net of refunds', 'refunds leave the net of a report as it was'],
  ['on clicks of people', 'clicks whose browsers were not asked for interaction are suspect'],
  ['order of your shop is compared with what arrived', 'orders beyond the first 500 of a part have no event'],
  ['Retries, crashes and duplicates have one result', 'an acceptance whose answer was lost is taken for a duplicate'],
  ['broken links', 'five clicks of broken links are not reported'],
  ['lost parameters', 'two of a hundred clicks with a macro are not reported'],
  ['duplicated sales', 'three sales counted twice are a mistake'],
  ['No third party sees your customers', 'user IDs are stored as they are sent'],
  ['a visitor is erased with one call', 'the tombstone is written after the search'],
]);

const erasure = of('docs/reliability.md', [
  ['before it searches the indexes', 'the tombstone is written after the search'],
  ['then reads the tombstones', 'tombstones are read beside the write of the index'],
  ['up to two minutes after the request', 'an erasure does not reach events of the next two minutes'],
  ['A tombstone holds a digest and has no expiry', 'a tombstone ends'],
  ["writes an event's row before it reads the link", 'the link of an event is read beside the write of its row'],
  ['marks the link before it reads the rows', 'an erasure looks for the events of a link before it marks the link'],
  ['only while the mark is there', 'an erasure removes a link that an event has taken its mark from'],
  ['a crash at any call of an erasure or of the projection', 'the queue is told of an erasure after the first part of it'],
  ['Events are found years later', 'the row that a link leads to expires'],
  ['links that a page made', 'a page gives the link of an event an end'],
  ['A restore of an older backup erases visitors again', 'the file of an erasure beside the backups is left out'],
  ['and keeps what they did since', 'a restore erases again what a visitor did since'],
  ['An erasure, a second one and the projection at one time', 'an event that is matched while it is erased keeps its click'],
]);

const counting = of('docs/reliability.md', [
  ['Totals equal a count of the stored events', 'the projection counts what a recount has counted'],
  ['counts nothing twice and loses nothing', 'a recount counts what the projection has counted'],
  ['A table with hundreds of stream shards counts each record once', 'a redelivered record counts again'],
  ['refuses the folder with that command', 'a half restored folder starts'],
  ['and so does a restore of another backup', 'a table that is half restored from another backup is written to'],
  ['is killed after each of its steps', 'a move that was killed once its tables were compared starts over'],
  ['deliver each webhook once', 'a move hands messages over again that the stage has'],
]);

const leases = of('docs/reliability.md', [
  ['A worker that sees one lease unchanged for longer than leases last', 'a lease is outlasted at once'],
  ['further ahead than anybody sets are ignored', 'a stored time may be as far ahead as it likes'],
  ['each of their writes names its holder', 'a worker without the lease of an export moves it'],
  ['come back after 5 to 15 seconds', 'work that another holds comes back after a minute'],
  ['repeats one notice for each of the two workers', 'a notice that was posted or is being posted is posted'],
  ['A full batch of 100 is a backlog', 'a full batch of notices goes one by one'],
  ['up to 20 share a post', 'more notices share a post than twenty'],
  ['and the lease of an export, one minute', 'an export that another worker writes is taken in hand'],
  ['of a task of a user', 'two workers are on one task'],
  ['attempts are counted', 'a task that gets nowhere is never given up'],
  ['of a task in shards', 'a task is completed while a part of it is open'],
  ['An open recount of an account', 'of two changes of an account’s recounts the first is lost'],
  ['of an effect, one minute', 'an effect that another worker delivers is delivered'],
  ['of a prompt with an idempotency key', 'a request for a prompt that somebody works on is taken'],
  ['of a reading of ads', 'ads that somebody reads are read again'],
  ['of a nudge', 'a nudge that somebody sends is claimed again'],
  ['The lock of a shard that is sealed', 'two workers seal a shard at once'],
  ['The health page counts it as failed after three minutes', 'a canary walk of a dead process runs for ever'],
  ["The waiting place of an endpoint's lane", 'a webhook is left to a lane that was closed meanwhile'],
  ['The turn of a message', 'a turn is given away while another worker still has it'],
]);

const shares = of('docs/reliability.md', [
  ['A new key works at once', 'an unknown key is remembered'],
  ['a revoked key works for up to 60 seconds more', 'a key is remembered for ever'],
  ["No account's backlog delays another account by more than one batch", 'a backlog of webhooks fills the queue that all accounts share'],
  ['the rest in lanes', 'lanes send more webhooks than the share of their account'],
  ['retries count', 'retries of webhooks do not count for the share of their account'],
  ['a crash between a record and its lane loses nothing', 'the lane is not told of webhooks that a process recorded before it died'],
  ['delays another by one piece of work at most', 'one account takes all the workers of a queue'],
  ["Every queue that accounts share tells its message's account", "messages do not tell the cloud's fair queues whose they are"],
  ['answer 503 within 5 seconds when the store hangs', 'the Conversion API waits for a hanging store as long as other endpoints'],
  ['lets 128 wait for up to 2 seconds', 'the local host lets more requests wait than it may'],
  ['502 or 503 with `Retry-After`', 'an exchange that failed is the caller’s fault'],
  ['what ends or changes them', 'a revocation leaves a secret that a rotation has made meanwhile'],
  ['reads that miss everything new', 'tombstones are read from a copy that may be stale'],
  ['its neighbours count once', 'new records of an overlapping batch do not count'],
]);

const rows = of('docs/reliability.md', [
  ['gives a run up after 5 tries', 'a dead run of spend is tried without an end'],
  ['The last receive fails it with `interrupted`', 'an import that failed at every receive stays pending'],
  ['Ten tries without progress or the last receive fail it', 'a reconciliation that failed at every receive stays pending'],
  ['`running` of an application of rules', 'an application of rules that failed at every receive runs on'],
  ['Up to 60 seconds, with its key', 'a key is remembered for ever'],
  ['Attribution settings of an account', 'a key is remembered for ever'],
  ['ten endpoints make it 10,000 records', 'deliveries beyond the first 500 are lost'],
  ['and 60 checks an hour', 'an account checks ten times as many pages as it may'],
  ['3 of 10 workers; 20 an hour', 'one account takes all the workers of a queue'],
  ['1 of 2 workers', 'one account takes all the workers of a queue'],
  ['2 of 4 workers', 'one account takes all the workers of a queue'],
  ['10 a day unverified', 'an account without a verified address has the limit of the others'],
  ['a nudge once a day', 'two nudges are sent on a day'],
  ['30 invitations a day', 'the invitations of a day may be sent in an hour'],
  ['One a minute for an address, limits for a network', 'codes are issued within a minute'],
  ['A request does its first 200 events itself', 'the queue is told of an erasure after the first part of it'],
  ['Uncached reads of ads 120 an hour', 'the limit of reads refuses a request though older ads could be returned'],
  ['several shards, a split', 'of two workers on overlapping batches both count'],
  ['two copies of a message at one moment', 'a delivered effect is delivered again'],
  ['functions whose clocks are a minute apart', 'a time within the difference of clocks counts as a wrong clock’s'],
  ['`UnprocessedItems` and `UnprocessedKeys`', 'items that a batch left out are not written'],
]);

const measured = 'A figure of a run of minutes: see the command of the page.';
const notYet = 'No mutation yet: the tests of its command hold it.';
const uncached = 'A mutation would have to write a cache.';

/** Rows of tables of docs/reliability.md without an inverted rule, with the reason. */
export const notInverted: Readonly<Record<string, string>> = {
  "holds up nobody's totals": notYet,
  'stored and not counted at the backup are counted': notYet,
  "One a day for the account's ad account": notYet,
  'A new endpoint gets every event from its 201 on': uncached,
  'Aliases of spend, exchange rates, reconciliation rules': uncached,
  "another's take less than twice their usual time": measured,
  '32 callers: the peak': measured,
  '2,000 callers that wait as asked': measured,
  'five times the peak offered': measured,
  '--seconds 120 --seed': measured,
};

export const promises: readonly Promised[] = [
  ...[readme, erasure, counting, leases, shares, rows].flat(),
  ...contractRules.map(([section, says, mutation]) => ({ says, in: `contract ${section}`, mutation })),
];
