import type { AccountId } from '#shared/values/tenant.ts';

const key = (pk: string, sk: string) => ({ pk, sk });
const padded = (value: number, digits: number) => String(value).padStart(digits, '0');

export const keyOf = {
  user: (userId: number) => key(`USER#${userId}`, 'USER'),
  emailClaim: (email: string) => key(`EMAIL#${email}`, 'EMAIL'),
  /** `digest` is the SHA-256 of issuer and subject. */
  identityClaim: (digest: string) => key(`IDENTITY#${digest}`, 'IDENTITY'),
  invalidation: (email: string) => key(`INVALIDATED#${email}`, 'INVALIDATED'),
  deletion: (userId: number) => key('DELETIONS', `USER#${padded(userId, 16)}`),
  /** `epoch` is the account's `tokensValidAfter` after the recovery. */
  recovery: (userId: number, epoch: number) => key(`RECOVERY#${userId}`, `EPOCH#${padded(epoch, 16)}`),
  assistantAds: (userId: number) => key('ASSISTANTADS', `USER#${padded(userId, 16)}`),
  code: (purpose: string, address: string) => key(`CODE#${purpose}#${address}`, 'CODE'),
  /** `tokenId` is the SHA-256 of a third party's token. */
  usedToken: (operation: string, tokenId: string) => key(`USED#${operation}#${tokenId}`, 'USED'),
  rateLimit: (name: string, caller: string) => key(`LIMIT#${name}#${caller}`, 'LIMIT'),
  resetRequest: (requestId: string) => key(`RESETREQUEST#${requestId}`, 'REQUEST'),
  addressFlag: (email: string, ipNetwork: string) => key(`WAITLISTFLAG#${email}`, `NETWORK#${ipNetwork}`),
  registrationNetwork: (userId: number) => key(`WAITLISTFLAG#${userId}`, 'REGISTRATION'),
  accountFlag: (userId: number, textDigest: string) => key(`WAITLISTFLAG#${userId}`, `TEXT#${textDigest}`),
  waitlisted: (userId: number) => key('WAITLIST', `USER#${padded(userId, 16)}`),
  descriptionFinding: (digest: string) => key(`DESCRIPTION#${digest}`, 'FINDING'),
  task: (taskId: string) => key(`TASK#${taskId}`, 'TASK'),
  taskShard: (taskId: string, shard: number) => key(`TASK#${taskId}`, `SHARD#${padded(shard, 2)}`),
  singleRun: (job: string) => key(`JOB#${job}`, 'RUN'),
  scheduledRuns: (job: string) => key(`JOB#${job}`, 'SCHEDULED'),
  canaryWalk: (startedAt: string, id: string) => key('CANARY', `${startedAt}#${id}`),
  canaryLog: (startedAt: string, id: string) => key('CANARYLOG', `${startedAt}#${id}`),
  latestBackup: () => key('BACKUP', 'LATEST'),
  credits: (userId: number) => key(`CREDITS#${userId}`, 'BALANCE'),
  /** A single query reads the balance and then its rows. */
  creditRow: (userId: number, seq: number) => key(`CREDITS#${userId}`, `TX#${padded(seq, 12)}`),
  creditClaim: (claim: string) => key(`CLAIM#${claim}`, 'CLAIM'),
  billingEvent: (eventId: string) => key(`BILLINGEVENT#${eventId}`, 'EVENT'),
  receivedWebhook: (at: string, id: string) => key('RECEIVEDWEBHOOKS', `${at}#${id}`),
  billingCustomer: (customerId: string) => key(`CUSTOMER#${customerId}`, 'CUSTOMER'),
  billingAccount: (userId: number) => key(`BILLING#${userId}`, 'BILLING'),
  /** `digest` is the SHA-256 of an address that receives no mail. */
  suppressed: (digest: string) => key(`SUPPRESSED#${digest}`, 'SUPPRESSION'),
  loggedMail: (userId: number, id: string) => key(`MAILLOG#${userId}`, id),
  mailPreference: (userId: number) => key(`MAILPREF#${userId}`, 'PREFERENCE'),
  mailOnce: (userId: number, type: string) => key(`MAILONCE#${userId}`, type),
  /** Days of nudges are in the user's time zone. */
  notification: (userId: number, thing: string) => key(`NOTIFY#${userId}`, thing),
  nudge: (userId: number, day: string) => key(`NOTIFY#${userId}`, `NUDGE#${day}`),
  nudgeOfDay: (userId: number, day: string) => key(`NOTIFY#${userId}`, `NUDGESENT#${day}`),
  pace: (name: string) => key(`PACE#${name}`, 'PACE'),
  partnerMonthOfUser: (month: string, userId: number) => key(`PARTNER#${month}#USER#${userId}`, 'MONTH'),
  partnerMonthOfLicence: (month: string, licenceKey: string) =>
    key(`PARTNER#${month}#LICENCE#${licenceKey}`, 'MONTH'),
  renewal: (userId: number, day: string) => key(`RENEWAL#${userId}`, day),
  receipt: (effectId: string) => key(`EFFECT#${effectId}`, 'RECEIPT'),
  /** `digest` is the SHA-256 of the effect's text. One query reads all effects. */
  deadEffect: (digest: string) => key('DEADEFFECTS', digest),
  managedClient: (managerUserId: number, clientUserId: number) =>
    key(`MANAGER#${managerUserId}`, `CLIENT#${padded(clientUserId, 16)}`),
  licence: (licenceKey: string) => key(`LICENCE#${licenceKey}`, 'LICENCE'),
  /** `at` is the event's own time in epoch milliseconds. */
  licenceEvent: (licenceKey: string, event: string, at: number) =>
    key(`LICENCE#${licenceKey}`, `EVENT#${event}#${padded(at, 14)}`),
  licenceOfUser: (userId: number, licenceKey: string) =>
    key(`USERLICENCES#${userId}`, `LICENCE#${licenceKey}`),
  teamMember: (userId: number, licenceKey: string) => key(`USERLICENCES#${userId}`, `TEAM#${licenceKey}`),
  /** `digest` is the SHA-256 of the invited e-mail. */
  teamInvitation: (digest: string, invitationId: string) => key(`INVITED#${digest}`, invitationId),
  devUser: (devUserId: number) => key(`DEVUSER#${devUserId}`, 'DEVUSER'),
  listedDevUser: (devUserId: number) => key('DEVUSERS', `DEVUSER#${padded(devUserId, 16)}`),
  devEmailClaim: (email: string) => key(`DEVEMAIL#${email}`, 'EMAIL'),
  /** The prefix `ACTIVITY` belongs to event counts. */
  accountActivity: (userId: number, at: string, id: string) =>
    key(`ACCOUNTACTIVITY#${userId}`, `${at}#${id}`),
  auditEntry: (userId: number | null, at: string, id: string) =>
    key(userId === null ? 'AUDIT' : `AUDIT#${userId}`, `${at}#${id}`),
  userTask: (taskId: string) => key(`USERTASK#${taskId}`, 'TASK'),
  taskStep: (taskId: string, step: string) => key(`USERTASK#${taskId}`, `STEP#${step}`),
  subjectTask: (job: string, userId: number, subject: string) =>
    key(`USERTASKS#${userId}`, `SUBJECT#${job}#${subject}`),
  latestTask: (job: string, userId: number) => key(`USERTASKS#${userId}`, `LATEST#${job}`),
  competitor: (userId: number, domain: string) => key(`COMPETITORS#${userId}`, `DOMAIN#${domain}`),
  /** The version sorts after the competitors, so one query reads both. */
  competitorSet: (userId: number) => key(`COMPETITORS#${userId}`, 'SET'),
  adDay: (userId: number, accountId: string, day: string, part: number) =>
    key(`ADDAYS#${userId}#${accountId}`, `DAY#${day}#${padded(part, 4)}`),
  assistantReport: (userId: number, accountId: string, day: string) =>
    key(`ASSISTANTREPORTS#${userId}`, `${day}#${accountId}`),
  assistantRun: (run: string) => key(`ASSISTANTRUN#${run}`, 'RUN'),
  keywordPlan: (userId: number, version: number) =>
    key(`KEYWORDPLANS#${userId}`, `PLAN#${padded(version, 8)}`),
  adPage: (handle: string) => key(`ADPAGE#${handle}`, 'PAGE'),
  adsOfPage: (handle: string, country: string, status: string) =>
    key(`ADPAGE#${handle}`, `ADS#${country}#${status}`),
  adMedia: (handle: string) => key(`ADPAGE#${handle}`, 'MEDIA'),
  vendorWait: (vendor: string) => key(`VENDORWAIT#${vendor}`, 'WAIT'),
  ownPage: (userId: number) => key(`OWNPAGE#${userId}`, 'PAGE'),
  /** The hour has the form `2026-11-21T12`. */
  llmSpend: (hour: string) => key(`LLMSPEND#${hour}`, 'SPEND'),
  /** Calls have a partition per UTC day, which can be removed without a scan. */
  llmCall: (day: string, at: string, id: string) => key(`LLMCALLS#${day}`, `${at}#${id}`),
  imageConversation: (id: number) => key(`IMAGECONVERSATION#${id}`, 'CONVERSATION'),
  storedPrompt: (conversationId: number, id: string) =>
    key(`IMAGECONVERSATION#${conversationId}`, `PROMPT#${id}`),
  contentSession: (id: string) => key(`CONTENTSESSION#${id}`, 'SESSION'),
  searchDocument: (userId: number, place: string) => key(`SEARCHDOCUMENTS#${userId}`, place),
  /** Earlier versions used only the first shard. */
  searchFresh: (shard: number, place: string) =>
    key(shard === 0 ? 'SEARCHFRESH' : `SEARCHFRESH#${shard}`, place),
  searchSegment: (segment: string, part = 0) =>
    key('SEARCHSEGMENTS', part === 0 ? segment : `${segment}#${padded(part, 2)}`),
  searchPosting: (gram: string, segment: string) =>
    // A gram can contain any character, so it is encoded.
    key(`SEARCHGRAM#${encodeURIComponent(gram)}`, segment),
  /** `null` locks all fresh documents, a number locks a shard. */
  searchSealing: (shard: number | null) => key('SEARCHSEALING', shard === null ? 'LEASE' : `LEASE#${shard}`),
  migration: (name: string) => key('MIGRATION', name),
  /** Every segment has postings of fingerprints if this item exists. */
  searchFingerprints: () => key('SEARCHFINGERPRINTS', 'NOTE'),
  searchRebuild: () => key('SEARCHREBUILD', 'PROGRESS'),
  sessionCounts: (userId: number) => key(`SESSIONCOUNTS#${userId}`, 'COUNTS'),
  promptOfUser: (userId: number, conversationId: number) =>
    key(`PROMPTS#${userId}`, `CONVERSATION#${padded(conversationId, 16)}`),
  promptRequest: (userId: number, digest: string) => key(`PROMPTREQUEST#${userId}#${digest}`, 'REQUEST'),
  apiKeySecret: (sha256: string) => key(`KEY#${sha256}`, 'KEY'),
  apiKey: (accountId: AccountId, keyId: string) => key(`ACCOUNT#${accountId}`, `KEY#${keyId}`),
  accountOfKey: (keyId: string) => key(`KEYID#${keyId}`, 'ACCOUNT'),
  keyCount: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'KEYCOUNT'),
  keyRequest: (accountId: AccountId, operation: 'create' | 'rotate', digest: string) =>
    key(`KEYREQUEST#${accountId}#${operation}#${digest}`, 'REQUEST'),
  keyAlert: (keyId: string, day: string) => key(`ALERT#${keyId}#${day}`, 'ALERT'),
  /** A counter measures time, so each rate has a separate counter. */
  eventCounter: (name: string, id: string, perSecond: number) =>
    key(`EVENTCOUNT#${name}#${id}`, `RATE#${perSecond}`),
  ingestLimits: (accountId: AccountId) => key(`INGESTLIMITS#${accountId}`, 'LIMITS'),
  export: (accountId: AccountId, exportId: string) => key(`EXPORT#${accountId}`, exportId),
  spendDay: (
    accountId: AccountId,
    environment: string,
    { day, network, adAccount }: { day: string; network: string; adAccount: string },
  ) => key(`SPENDDAYS#${accountId}#${environment}`, `${day}#${network}#${adAccount}`),
  spendImport: (accountId: AccountId, environment: string, importId: string) =>
    key(`SPENDIMPORTS#${accountId}#${environment}`, importId),
  spendVersion: (accountId: AccountId, environment: string, importId: string, day: string, part?: number) =>
    key(
      `SPENDVERSION#${accountId}#${environment}#${importId}`,
      `DAY#${day}${part === undefined ? '' : `#${padded(part, 4)}`}`,
    ),
  spendRun: (accountId: AccountId) => key(`SPENDRUN#${accountId}`, 'RUN'),
  spendStop: (
    accountId: AccountId,
    environment: string,
    { network, adAccount }: { network: string; adAccount: string },
  ) => key(`SPENDSTOPS#${accountId}`, `${environment}#${network}#${adAccount}`),
  prunedSpend: (accountId: AccountId, environment: string) => key(`SPENDPRUNED#${accountId}`, environment),
  spendAliases: (accountId: AccountId, environment: string) => key(`SPENDALIASES#${accountId}`, environment),
  spendAliasPart: (accountId: AccountId, environment: string, part: number) =>
    key(`SPENDALIASES#${accountId}`, `${environment}#${padded(part, 4)}`),
  exchangeRates: (accountId: AccountId, from: string, to: string, year: string) =>
    key(`EXCHANGERATES#${accountId}`, `${from}#${to}#${year}`),
  reconciliation: (accountId: AccountId, environment: string, id: string) =>
    key(`RECONCILIATIONS#${accountId}#${environment}`, id),
  reconciliationPart: (accountId: AccountId, environment: string, id: string, name: string) =>
    key(`RECONCILIATIONPARTS#${accountId}#${environment}#${id}`, name),
  reconciliationRequest: (accountId: AccountId, digest: string) =>
    key(`RECONCILIATIONREQUEST#${accountId}#${digest}`, 'REQUEST'),
  reconciliationRules: (accountId: AccountId) => key(`RECONCILIATIONRULES#${accountId}`, 'RULES'),
  reconciliationMonth: (accountId: AccountId, environment: string, month: string) =>
    key(`RECONCILIATIONMONTHS#${accountId}`, `${environment}#${month}`),
  reconciliationRepair: (accountId: AccountId, environment: string) =>
    key(`RECONCILIATIONREPAIRS#${accountId}`, environment),
  /** On the day, networks of visitors are hashed with this key, which expires. */
  networkKey: (day: string) => key(`NETWORK_KEY#${day}`, 'KEY'),
  click: (sid: string) => key(`SESSION#${sid}`, 'SESSION'),
  alias: (accountId: AccountId, environment: string, name: string, value: string) =>
    key(`ALIAS#${accountId}#${environment}#${name}#${value}`, 'ALIAS'),
  conversion: (accountId: AccountId, environment: string, eventId: string) =>
    key(`CONVERSION#${accountId}#${environment}#${eventId}`, 'CONVERSION'),
  pendingAdjustments: (accountId: AccountId, environment: string, eventId: string) =>
    key(`ADJUSTMENTS#${accountId}#${environment}#${eventId}`, 'PENDING'),
  /** By this key, a recount of the UTC day finds the adjusted event. */
  adjustedRow: (accountId: AccountId, environment: string, day: string, eventId: string) =>
    key(`LOGADJUSTED#${accountId}#${environment}#${day}`, eventId),
  logEntry: (
    accountId: AccountId,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => key(`LOG#${accountId}#${environment}#${day}${partSuffix(part)}`, `${receivedAt}#${id}`),
  eventOfClick: (accountId: AccountId, environment: string, clickId: string, eventId: string) =>
    key(`CLICK#${accountId}#${environment}#${clickId}`, eventId),
  eventOfUser: (accountId: AccountId, environment: string, userHash: string, eventId: string) =>
    key(`EXTUSER#${accountId}#${environment}#${userHash}`, eventId),
  tombstone: (accountId: AccountId, digest: string) => key(`TOMBSTONE#${accountId}#${digest}`, 'TOMBSTONE'),
  /** A partition per account and UTC day can be removed without a scan; `part` is of a busy day. */
  pixelEvent: (
    accountId: AccountId,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => key(`PIXEL#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
  pixelDay: (day: string, accountId: AccountId, environment: string, list?: number) =>
    key(`PIXELDAY#${day}${list === undefined ? '' : `#${list}`}`, `${accountId}#${environment}`),
  pixelDayLists: (day: string) => key(`PIXELDAY#${day}`, 'LISTS'),
  logPayload: (
    accountId: AccountId,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => key(`LOGPAYLOAD#${accountId}#${environment}#${day}${partSuffix(part)}`, `${receivedAt}#${id}`),
  activity: (
    accountId: AccountId,
    environment: string,
    { day, metric, detail, pixelKey }: { day: string; metric: string; detail: string; pixelKey?: string },
    generation = 0,
  ) =>
    key(
      `ACTIVITY#${accountId}#${environment}${generationSuffix(generation)}`,
      `${day}#${metric}#${detail}${pixelKey ? `#${pixelKey}` : ''}`,
    ),
  activityNames: (accountId: AccountId, environment: string, day: string, source: string) =>
    key(`ACTIVITYNAMES#${accountId}#${environment}`, `${day}#${source}`),
  tally: (
    accountId: AccountId,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => key(`TALLY#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
  /** `userHash` is the keyed hash of the user's ID. */
  clickOfUser: (
    accountId: AccountId,
    environment: string,
    userHash: string,
    clickedAt: string,
    sid: string,
  ) => key(`USERCLICK#${accountId}#${environment}#${userHash}`, `${clickedAt}#${sid}`),
  userOfClick: (accountId: AccountId, environment: string, sid: string, userHash: string) =>
    key(`CLICKUSER#${accountId}#${environment}#${sid}`, userHash),
  accountSettings: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'SETTINGS'),
  clickRules: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'SETTINGS#CLICK_RULES'),
  /** A rule application's ID begins with its kind and its day. */
  ruleApplication: (accountId: AccountId, id: string) => key(`RULEAPPLICATIONS#${accountId}`, id),
  conflictAlert: (accountId: AccountId, day: string) => key(`CONFLICTALERT#${accountId}#${day}`, 'ALERT'),
  webhookEndpoint: (accountId: AccountId, endpointId: string) =>
    key(`WEBHOOKS#${accountId}`, `ENDPOINT#${endpointId}`),
  webhookCount: (accountId: AccountId) => key(`WEBHOOKS#${accountId}`, 'COUNT'),
  webhookRequest: (accountId: AccountId, operation: string, digest: string) =>
    key(`WEBHOOKREQUEST#${accountId}#${operation}#${digest}`, 'REQUEST'),
  webhookDelivery: (accountId: AccountId, endpointId: string, at: string, eventId: string) =>
    key(`WEBHOOKLOG#${accountId}#${endpointId}`, `${at}#${eventId}`),
  total: (
    accountId: AccountId,
    environment: string,
    basis: string,
    day: string,
    cell: string,
    generation = 0,
  ) =>
    key(
      `TOTALS#${accountId}${environment === 'live' ? '' : '#test'}#${basis}${generationSuffix(generation)}`,
      `${day}#${cell}`,
    ),
  /** `arrived` is the UTC day of the cell's stream records. A cell of older records can be sealed. */
  cell: (
    { accountId, environment }: Owned,
    series: string,
    { day, arrived, id }: { day: string; arrived: string; id: string },
    generation = 0,
  ) =>
    key(
      `CELLS#${accountId}#${environment}#${series}${generationSuffix(generation)}`,
      `${day}#${arrived}#${id}`,
    ),
  cellSealHead: ({ accountId, environment }: Owned, series: string, day: string, generation = 0) =>
    key(`CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`, `${day}#HEAD`),
  cellChunk: (
    { accountId, environment }: Owned,
    series: string,
    { day, seal, part }: { day: string; seal: string; part: string },
    generation = 0,
  ) =>
    key(
      `CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`,
      `${day}#${seal}#${part}`,
    ),
  cellNames: ({ accountId, environment }: Owned, day: string, page: number) =>
    key(`CELLNAMES#${accountId}#${environment}#${day}`, padded(page, 3)),
  cellStart: () => key('CELLSTART', 'START'),
  cellState: (accountId: AccountId) => key(`CELLSTATE#${accountId}`, 'STATE'),
  cellRecount: (accountId: AccountId, day: string, generation: number) =>
    key(`CELLSTATE#${accountId}`, `${day}#${generation}`),
  clickRow: (
    accountId: AccountId,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => key(`LOGCLICK#${accountId}#${environment}#${day}${partSuffix(part)}`, `${at}#${id}`),
  recentClicks: (accountId: AccountId, environment: string, subject: string) =>
    key(`RECENTCLICKS#${accountId}#${environment}#${subject}`, 'CLICKS'),
  /** A shard's mark names its last processed record. */
  streamScale: () => key('STREAMSCALE', 'SCALE'),
  streamShard: (shardId: string) => key(`STREAMSHARD#${shardId}`, 'CHECKPOINT'),
  recounts: (accountId: AccountId) => key(`RECOUNTS#${accountId}`, 'STATE'),
  recountClaim: (
    accountId: AccountId,
    environment: string,
    generation: number,
    eventId: string,
    part: string,
  ) => key(`RECOUNTED#${accountId}#${environment}#${generation}#${eventId}`, part),
};

export const dayLists = 256;
type Owned = { accountId: AccountId; environment: string };
type DayRow = { id: string; part?: number | undefined };
const partSuffix = (part: number | undefined) => (part === undefined ? '' : `#p${part}`);

const generationSuffix = (generation: number) => (generation === 0 ? '' : `#g${generation}`);

export const keyOfRestore = {
  head: () => key('RESTORE', 'HEAD'),
  file: (place: number) => key('RESTORE', `FILE#${padded(place, 8)}`),
};

export const keyOfPruned = (rows: string) => ({ pk: 'PRUNED', sk: rows });

export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
