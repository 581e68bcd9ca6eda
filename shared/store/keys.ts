export const keyOf = {
  user: (userId: number) => ({ pk: `USER#${userId}`, sk: 'USER' }),
  emailClaim: (email: string) => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' }),
  /** `digest` is the SHA-256 of issuer and subject. */
  identityClaim: (digest: string) => ({ pk: `IDENTITY#${digest}`, sk: 'IDENTITY' }),
  invalidation: (email: string) => ({ pk: `INVALIDATED#${email}`, sk: 'INVALIDATED' }),
  deletion: (userId: number) => ({ pk: 'DELETIONS', sk: `USER#${String(userId).padStart(16, '0')}` }),
  /** `epoch` is the account's `tokensValidAfter` after the recovery. */
  recovery: (userId: number, epoch: number) => ({
    pk: `RECOVERY#${userId}`,
    sk: `EPOCH#${String(epoch).padStart(16, '0')}`,
  }),
  assistantAds: (userId: number) => ({
    pk: 'ASSISTANTADS',
    sk: `USER#${String(userId).padStart(16, '0')}`,
  }),
  code: (purpose: string, address: string) => ({ pk: `CODE#${purpose}#${address}`, sk: 'CODE' }),
  /** `tokenId` is the SHA-256 of a third party's token. */
  usedToken: (operation: string, tokenId: string) => ({ pk: `USED#${operation}#${tokenId}`, sk: 'USED' }),
  rateLimit: (name: string, caller: string) => ({ pk: `LIMIT#${name}#${caller}`, sk: 'LIMIT' }),
  resetRequest: (requestId: string) => ({ pk: `RESETREQUEST#${requestId}`, sk: 'REQUEST' }),
  addressFlag: (email: string, ipNetwork: string) => ({
    pk: `WAITLISTFLAG#${email}`,
    sk: `NETWORK#${ipNetwork}`,
  }),
  registrationNetwork: (userId: number) => ({ pk: `WAITLISTFLAG#${userId}`, sk: 'REGISTRATION' }),
  accountFlag: (userId: number, textDigest: string) => ({
    pk: `WAITLISTFLAG#${userId}`,
    sk: `TEXT#${textDigest}`,
  }),
  waitlisted: (userId: number) => ({ pk: 'WAITLIST', sk: `USER#${String(userId).padStart(16, '0')}` }),
  descriptionFinding: (digest: string) => ({ pk: `DESCRIPTION#${digest}`, sk: 'FINDING' }),
  task: (taskId: string) => ({ pk: `TASK#${taskId}`, sk: 'TASK' }),
  taskShard: (taskId: string, shard: number) => ({
    pk: `TASK#${taskId}`,
    sk: `SHARD#${String(shard).padStart(2, '0')}`,
  }),
  singleRun: (job: string) => ({ pk: `JOB#${job}`, sk: 'RUN' }),
  scheduledRuns: (job: string) => ({ pk: `JOB#${job}`, sk: 'SCHEDULED' }),
  canaryWalk: (startedAt: string, id: string) => ({ pk: 'CANARY', sk: `${startedAt}#${id}` }),
  canaryLog: (startedAt: string, id: string) => ({ pk: 'CANARYLOG', sk: `${startedAt}#${id}` }),
  latestBackup: () => ({ pk: 'BACKUP', sk: 'LATEST' }),
  credits: (userId: number) => ({ pk: `CREDITS#${userId}`, sk: 'BALANCE' }),
  /** A single query reads the balance and then its rows. */
  creditRow: (userId: number, seq: number) => ({
    pk: `CREDITS#${userId}`,
    sk: `TX#${String(seq).padStart(12, '0')}`,
  }),
  creditClaim: (claim: string) => ({ pk: `CLAIM#${claim}`, sk: 'CLAIM' }),
  billingEvent: (eventId: string) => ({ pk: `BILLINGEVENT#${eventId}`, sk: 'EVENT' }),
  receivedWebhook: (at: string, id: string) => ({ pk: 'RECEIVEDWEBHOOKS', sk: `${at}#${id}` }),
  billingCustomer: (customerId: string) => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' }),
  billingAccount: (userId: number) => ({ pk: `BILLING#${userId}`, sk: 'BILLING' }),
  /** `digest` is the SHA-256 of an address that receives no mail. */
  suppressed: (digest: string) => ({ pk: `SUPPRESSED#${digest}`, sk: 'SUPPRESSION' }),
  loggedMail: (userId: number, id: string) => ({ pk: `MAILLOG#${userId}`, sk: id }),
  mailPreference: (userId: number) => ({ pk: `MAILPREF#${userId}`, sk: 'PREFERENCE' }),
  mailOnce: (userId: number, type: string) => ({ pk: `MAILONCE#${userId}`, sk: type }),
  /** Days of nudges are in the user's time zone. */
  notification: (userId: number, thing: string) => ({ pk: `NOTIFY#${userId}`, sk: thing }),
  nudge: (userId: number, day: string) => ({ pk: `NOTIFY#${userId}`, sk: `NUDGE#${day}` }),
  nudgeOfDay: (userId: number, day: string) => ({ pk: `NOTIFY#${userId}`, sk: `NUDGESENT#${day}` }),
  pace: (name: string) => ({ pk: `PACE#${name}`, sk: 'PACE' }),
  partnerMonthOfUser: (month: string, userId: number) => ({
    pk: `PARTNER#${month}#USER#${userId}`,
    sk: 'MONTH',
  }),
  partnerMonthOfLicence: (month: string, licenceKey: string) => ({
    pk: `PARTNER#${month}#LICENCE#${licenceKey}`,
    sk: 'MONTH',
  }),
  renewal: (userId: number, day: string) => ({ pk: `RENEWAL#${userId}`, sk: day }),
  receipt: (effectId: string) => ({ pk: `EFFECT#${effectId}`, sk: 'RECEIPT' }),
  /** `digest` is the SHA-256 of the effect's text. One query reads all effects. */
  deadEffect: (digest: string) => ({ pk: 'DEADEFFECTS', sk: digest }),
  managedClient: (managerUserId: number, clientUserId: number) => ({
    pk: `MANAGER#${managerUserId}`,
    sk: `CLIENT#${String(clientUserId).padStart(16, '0')}`,
  }),
  licence: (licenceKey: string) => ({ pk: `LICENCE#${licenceKey}`, sk: 'LICENCE' }),
  /** `at` is the event's own time in epoch milliseconds. */
  licenceEvent: (licenceKey: string, event: string, at: number) => ({
    pk: `LICENCE#${licenceKey}`,
    sk: `EVENT#${event}#${String(at).padStart(14, '0')}`,
  }),
  licenceOfUser: (userId: number, licenceKey: string) => ({
    pk: `USERLICENCES#${userId}`,
    sk: `LICENCE#${licenceKey}`,
  }),
  teamMember: (userId: number, licenceKey: string) => ({
    pk: `USERLICENCES#${userId}`,
    sk: `TEAM#${licenceKey}`,
  }),
  /** `digest` is the SHA-256 of the invited e-mail. */
  teamInvitation: (digest: string, invitationId: string) => ({
    pk: `INVITED#${digest}`,
    sk: invitationId,
  }),
  devUser: (devUserId: number) => ({ pk: `DEVUSER#${devUserId}`, sk: 'DEVUSER' }),
  listedDevUser: (devUserId: number) => ({
    pk: 'DEVUSERS',
    sk: `DEVUSER#${String(devUserId).padStart(16, '0')}`,
  }),
  devEmailClaim: (email: string) => ({ pk: `DEVEMAIL#${email}`, sk: 'EMAIL' }),
  /** The prefix `ACTIVITY` belongs to event counts. */
  accountActivity: (userId: number, at: string, id: string) => ({
    pk: `ACCOUNTACTIVITY#${userId}`,
    sk: `${at}#${id}`,
  }),
  auditEntry: (userId: number | null, at: string, id: string) => ({
    pk: userId === null ? 'AUDIT' : `AUDIT#${userId}`,
    sk: `${at}#${id}`,
  }),
  userTask: (taskId: string) => ({ pk: `USERTASK#${taskId}`, sk: 'TASK' }),
  taskStep: (taskId: string, step: string) => ({ pk: `USERTASK#${taskId}`, sk: `STEP#${step}` }),
  subjectTask: (job: string, userId: number, subject: string) => ({
    pk: `USERTASKS#${userId}`,
    sk: `SUBJECT#${job}#${subject}`,
  }),
  latestTask: (job: string, userId: number) => ({ pk: `USERTASKS#${userId}`, sk: `LATEST#${job}` }),
  competitor: (userId: number, domain: string) => ({ pk: `COMPETITORS#${userId}`, sk: `DOMAIN#${domain}` }),
  /** The version sorts after the competitors, so one query reads both. */
  competitorSet: (userId: number) => ({ pk: `COMPETITORS#${userId}`, sk: 'SET' }),
  adDay: (userId: number, accountId: string, day: string, part: number) => ({
    pk: `ADDAYS#${userId}#${accountId}`,
    sk: `DAY#${day}#${String(part).padStart(4, '0')}`,
  }),
  assistantReport: (userId: number, accountId: string, day: string) => ({
    pk: `ASSISTANTREPORTS#${userId}`,
    sk: `${day}#${accountId}`,
  }),
  assistantRun: (run: string) => ({ pk: `ASSISTANTRUN#${run}`, sk: 'RUN' }),
  keywordPlan: (userId: number, version: number) => ({
    pk: `KEYWORDPLANS#${userId}`,
    sk: `PLAN#${String(version).padStart(8, '0')}`,
  }),
  adPage: (handle: string) => ({ pk: `ADPAGE#${handle}`, sk: 'PAGE' }),
  adsOfPage: (handle: string, country: string, status: string) => ({
    pk: `ADPAGE#${handle}`,
    sk: `ADS#${country}#${status}`,
  }),
  adMedia: (handle: string) => ({ pk: `ADPAGE#${handle}`, sk: 'MEDIA' }),
  vendorWait: (vendor: string) => ({ pk: `VENDORWAIT#${vendor}`, sk: 'WAIT' }),
  ownPage: (userId: number) => ({ pk: `OWNPAGE#${userId}`, sk: 'PAGE' }),
  /** The hour has the form `2026-11-21T12`. */
  llmSpend: (hour: string) => ({ pk: `LLMSPEND#${hour}`, sk: 'SPEND' }),
  /** Calls have a partition per UTC day, which can be removed without a scan. */
  llmCall: (day: string, at: string, id: string) => ({ pk: `LLMCALLS#${day}`, sk: `${at}#${id}` }),
  imageConversation: (id: number) => ({ pk: `IMAGECONVERSATION#${id}`, sk: 'CONVERSATION' }),
  storedPrompt: (conversationId: number, id: string) => ({
    pk: `IMAGECONVERSATION#${conversationId}`,
    sk: `PROMPT#${id}`,
  }),
  contentSession: (id: string) => ({ pk: `CONTENTSESSION#${id}`, sk: 'SESSION' }),
  searchDocument: (userId: number, place: string) => ({ pk: `SEARCHDOCUMENTS#${userId}`, sk: place }),
  /** Earlier versions used only the first shard. */
  searchFresh: (shard: number, place: string) => ({
    pk: shard === 0 ? 'SEARCHFRESH' : `SEARCHFRESH#${shard}`,
    sk: place,
  }),
  searchSegment: (segment: string, part = 0) => ({
    pk: 'SEARCHSEGMENTS',
    sk: part === 0 ? segment : `${segment}#${String(part).padStart(2, '0')}`,
  }),
  searchPosting: (gram: string, segment: string) => ({
    // A gram can contain any character, so it is encoded.
    pk: `SEARCHGRAM#${encodeURIComponent(gram)}`,
    sk: segment,
  }),
  /** `null` locks all fresh documents, a number locks a shard. */
  searchSealing: (shard: number | null) => ({
    pk: 'SEARCHSEALING',
    sk: shard === null ? 'LEASE' : `LEASE#${shard}`,
  }),
  migration: (name: string) => ({ pk: 'MIGRATION', sk: name }),
  /** Every segment has postings of fingerprints if this item exists. */
  searchFingerprints: () => ({ pk: 'SEARCHFINGERPRINTS', sk: 'NOTE' }),
  searchRebuild: () => ({ pk: 'SEARCHREBUILD', sk: 'PROGRESS' }),
  sessionCounts: (userId: number) => ({ pk: `SESSIONCOUNTS#${userId}`, sk: 'COUNTS' }),
  promptOfUser: (userId: number, conversationId: number) => ({
    pk: `PROMPTS#${userId}`,
    sk: `CONVERSATION#${String(conversationId).padStart(16, '0')}`,
  }),
  promptRequest: (userId: number, digest: string) => ({
    pk: `PROMPTREQUEST#${userId}#${digest}`,
    sk: 'REQUEST',
  }),
  apiKeySecret: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  apiKey: (accountId: number, keyId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: `KEY#${keyId}` }),
  accountOfKey: (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'ACCOUNT' }),
  keyCount: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'KEYCOUNT' }),
  keyRequest: (accountId: number, operation: 'create' | 'rotate', digest: string) => ({
    pk: `KEYREQUEST#${accountId}#${operation}#${digest}`,
    sk: 'REQUEST',
  }),
  keyAlert: (keyId: string, day: string) => ({ pk: `ALERT#${keyId}#${day}`, sk: 'ALERT' }),
  /** A counter measures time, so each rate has a separate counter. */
  eventCounter: (name: string, id: string, perSecond: number) => ({
    pk: `EVENTCOUNT#${name}#${id}`,
    sk: `RATE#${perSecond}`,
  }),
  ingestLimits: (accountId: number) => ({ pk: `INGESTLIMITS#${accountId}`, sk: 'LIMITS' }),
  export: (accountId: number, exportId: string) => ({ pk: `EXPORT#${accountId}`, sk: exportId }),
  spendDay: (
    accountId: number,
    environment: string,
    { day, network, adAccount }: { day: string; network: string; adAccount: string },
  ) => ({ pk: `SPENDDAYS#${accountId}#${environment}`, sk: `${day}#${network}#${adAccount}` }),
  spendImport: (accountId: number, environment: string, importId: string) => ({
    pk: `SPENDIMPORTS#${accountId}#${environment}`,
    sk: importId,
  }),
  spendVersion: (accountId: number, environment: string, importId: string, day: string, part?: number) => ({
    pk: `SPENDVERSION#${accountId}#${environment}#${importId}`,
    sk: `DAY#${day}${part === undefined ? '' : `#${String(part).padStart(4, '0')}`}`,
  }),
  spendRun: (accountId: number) => ({ pk: `SPENDRUN#${accountId}`, sk: 'RUN' }),
  spendStop: (
    accountId: number,
    environment: string,
    { network, adAccount }: { network: string; adAccount: string },
  ) => ({ pk: `SPENDSTOPS#${accountId}`, sk: `${environment}#${network}#${adAccount}` }),
  prunedSpend: (accountId: number, environment: string) => ({
    pk: `SPENDPRUNED#${accountId}`,
    sk: environment,
  }),
  spendAliases: (accountId: number, environment: string) => ({
    pk: `SPENDALIASES#${accountId}`,
    sk: environment,
  }),
  exchangeRates: (accountId: number, from: string, to: string, year: string) => ({
    pk: `EXCHANGERATES#${accountId}`,
    sk: `${from}#${to}#${year}`,
  }),
  reconciliation: (accountId: number, environment: string, id: string) => ({
    pk: `RECONCILIATIONS#${accountId}#${environment}`,
    sk: id,
  }),
  reconciliationPart: (accountId: number, environment: string, id: string, name: string) => ({
    pk: `RECONCILIATIONPARTS#${accountId}#${environment}#${id}`,
    sk: name,
  }),
  reconciliationRequest: (accountId: number, digest: string) => ({
    pk: `RECONCILIATIONREQUEST#${accountId}#${digest}`,
    sk: 'REQUEST',
  }),
  reconciliationRules: (accountId: number) => ({ pk: `RECONCILIATIONRULES#${accountId}`, sk: 'RULES' }),
  reconciliationRepair: (accountId: number, environment: string) => ({
    pk: `RECONCILIATIONREPAIRS#${accountId}`,
    sk: environment,
  }),
  /** On the day, networks of visitors are hashed with this key, which expires. */
  networkKey: (day: string) => ({ pk: `NETWORK_KEY#${day}`, sk: 'KEY' }),
  click: (sid: string) => ({ pk: `SESSION#${sid}`, sk: 'SESSION' }),
  alias: (accountId: number, environment: string, name: string, value: string) => ({
    pk: `ALIAS#${accountId}#${environment}#${name}#${value}`,
    sk: 'ALIAS',
  }),
  conversion: (accountId: number, environment: string, eventId: string) => ({
    pk: `CONVERSION#${accountId}#${environment}#${eventId}`,
    sk: 'CONVERSION',
  }),
  pendingAdjustments: (accountId: number, environment: string, eventId: string) => ({
    pk: `ADJUSTMENTS#${accountId}#${environment}#${eventId}`,
    sk: 'PENDING',
  }),
  /** By this key, a recount of the UTC day finds the adjusted event. */
  adjustedRow: (accountId: number, environment: string, day: string, eventId: string) => ({
    pk: `LOGADJUSTED#${accountId}#${environment}#${day}`,
    sk: eventId,
  }),
  logEntry: (
    accountId: number,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => ({
    pk: `LOG#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${receivedAt}#${id}`,
  }),
  eventOfClick: (accountId: number, environment: string, clickId: string, eventId: string) => ({
    pk: `CLICK#${accountId}#${environment}#${clickId}`,
    sk: eventId,
  }),
  eventOfUser: (accountId: number, environment: string, userHash: string, eventId: string) => ({
    pk: `EXTUSER#${accountId}#${environment}#${userHash}`,
    sk: eventId,
  }),
  tombstone: (accountId: number, digest: string) => ({
    pk: `TOMBSTONE#${accountId}#${digest}`,
    sk: 'TOMBSTONE',
  }),
  /** A partition per account and UTC day can be removed without a scan; `part` is of a busy day. */
  pixelEvent: (
    accountId: number,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => ({
    pk: `PIXEL#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${at}#${id}`,
  }),
  pixelDay: (day: string, accountId: number, environment: string, list?: number) => ({
    pk: `PIXELDAY#${day}${list === undefined ? '' : `#${list}`}`,
    sk: `${accountId}#${environment}`,
  }),
  pixelDayLists: (day: string) => ({ pk: `PIXELDAY#${day}`, sk: 'LISTS' }),
  logPayload: (
    accountId: number,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => ({
    pk: `LOGPAYLOAD#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${receivedAt}#${id}`,
  }),
  activity: (
    accountId: number,
    environment: string,
    { day, metric, detail, pixelKey }: { day: string; metric: string; detail: string; pixelKey?: string },
    generation = 0,
  ) => ({
    pk: `ACTIVITY#${accountId}#${environment}${generationSuffix(generation)}`,
    sk: `${day}#${metric}#${detail}${pixelKey ? `#${pixelKey}` : ''}`,
  }),
  activityNames: (accountId: number, environment: string, day: string, source: string) => ({
    pk: `ACTIVITYNAMES#${accountId}#${environment}`,
    sk: `${day}#${source}`,
  }),
  tally: (
    accountId: number,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => ({
    pk: `TALLY#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${at}#${id}`,
  }),
  /** `userHash` is the keyed hash of the user's ID. */
  clickOfUser: (
    accountId: number,
    environment: string,
    userHash: string,
    clickedAt: string,
    sid: string,
  ) => ({ pk: `USERCLICK#${accountId}#${environment}#${userHash}`, sk: `${clickedAt}#${sid}` }),
  userOfClick: (accountId: number, environment: string, sid: string, userHash: string) => ({
    pk: `CLICKUSER#${accountId}#${environment}#${sid}`,
    sk: userHash,
  }),
  accountSettings: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'SETTINGS' }),
  clickRules: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'SETTINGS#CLICK_RULES' }),
  /** A rule application's ID begins with its kind and its day. */
  ruleApplication: (accountId: number, id: string) => ({
    pk: `RULEAPPLICATIONS#${accountId}`,
    sk: id,
  }),
  conflictAlert: (accountId: number, day: string) => ({
    pk: `CONFLICTALERT#${accountId}#${day}`,
    sk: 'ALERT',
  }),
  webhookEndpoint: (accountId: number, endpointId: string) => ({
    pk: `WEBHOOKS#${accountId}`,
    sk: `ENDPOINT#${endpointId}`,
  }),
  webhookCount: (accountId: number) => ({ pk: `WEBHOOKS#${accountId}`, sk: 'COUNT' }),
  webhookRequest: (accountId: number, operation: string, digest: string) => ({
    pk: `WEBHOOKREQUEST#${accountId}#${operation}#${digest}`,
    sk: 'REQUEST',
  }),
  webhookDelivery: (accountId: number, endpointId: string, at: string, eventId: string) => ({
    pk: `WEBHOOKLOG#${accountId}#${endpointId}`,
    sk: `${at}#${eventId}`,
  }),
  total: (
    accountId: number,
    environment: string,
    basis: string,
    day: string,
    cell: string,
    generation = 0,
  ) => ({
    pk: `TOTALS#${accountId}${environment === 'live' ? '' : '#test'}#${basis}${generationSuffix(generation)}`,
    sk: `${day}#${cell}`,
  }),
  /** `arrived` is the UTC day of the cell's stream records. A cell of older records can be sealed. */
  cell: (
    { accountId, environment }: Owned,
    series: string,
    { day, arrived, id }: { day: string; arrived: string; id: string },
    generation = 0,
  ) => ({
    pk: `CELLS#${accountId}#${environment}#${series}${generationSuffix(generation)}`,
    sk: `${day}#${arrived}#${id}`,
  }),
  cellSealHead: ({ accountId, environment }: Owned, series: string, day: string, generation = 0) => ({
    pk: `CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`,
    sk: `${day}#HEAD`,
  }),
  cellChunk: (
    { accountId, environment }: Owned,
    series: string,
    { day, seal, part }: { day: string; seal: string; part: string },
    generation = 0,
  ) => ({
    pk: `CELLSEALS#${accountId}#${environment}#${series}${generationSuffix(generation)}`,
    sk: `${day}#${seal}#${part}`,
  }),
  cellNames: ({ accountId, environment }: Owned, day: string, page: number) => ({
    pk: `CELLNAMES#${accountId}#${environment}#${day}`,
    sk: String(page).padStart(3, '0'),
  }),
  cellStart: () => ({ pk: 'CELLSTART', sk: 'START' }),
  cellState: (accountId: number) => ({ pk: `CELLSTATE#${accountId}`, sk: 'STATE' }),
  cellRecount: (accountId: number, day: string, generation: number) => ({
    pk: `CELLSTATE#${accountId}`,
    sk: `${day}#${generation}`,
  }),
  clickRow: (
    accountId: number,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => ({
    pk: `LOGCLICK#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${at}#${id}`,
  }),
  recentClicks: (accountId: number, environment: string, subject: string) => ({
    pk: `RECENTCLICKS#${accountId}#${environment}#${subject}`,
    sk: 'CLICKS',
  }),
  /** A shard's mark names its last processed record. */
  streamScale: () => ({ pk: 'STREAMSCALE', sk: 'SCALE' }),
  streamShard: (shardId: string) => ({ pk: `STREAMSHARD#${shardId}`, sk: 'CHECKPOINT' }),
  recounts: (accountId: number) => ({ pk: `RECOUNTS#${accountId}`, sk: 'STATE' }),
  recountClaim: (
    accountId: number,
    environment: string,
    generation: number,
    eventId: string,
    part: string,
  ) => ({ pk: `RECOUNTED#${accountId}#${environment}#${generation}#${eventId}`, sk: part }),
};

export const dayLists = 256;
type Owned = { accountId: number; environment: string };
type DayRow = { id: string; part?: number | undefined };
const partSuffix = (part: number | undefined) => (part === undefined ? '' : `#p${part}`);

const generationSuffix = (generation: number) => (generation === 0 ? '' : `#g${generation}`);

export const keyOfRestore = {
  head: () => ({ pk: 'RESTORE', sk: 'HEAD' }),
  file: (place: number) => ({ pk: 'RESTORE', sk: `FILE#${String(place).padStart(8, '0')}` }),
};

export const keyOfPruned = (rows: string) => ({ pk: 'PRUNED', sk: rows });

export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
