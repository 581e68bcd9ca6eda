/** Every record's key, one line each, so that the access patterns read as a table. */
export const keyOf = {
  // accounts
  user: (userId: number) => ({ pk: `USER#${userId}`, sk: 'USER' }),
  emailClaim: (email: string) => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' }),
  /** Whose an identity of the provider is; `digest` is the SHA-256 of issuer and subject. */
  identityClaim: (digest: string) => ({ pk: `IDENTITY#${digest}`, sk: 'IDENTITY' }),
  /** The newest account that was invalidated from an e-mail, and its number among them. */
  invalidation: (email: string) => ({ pk: `INVALIDATED#${email}`, sk: 'INVALIDATED' }),
  /** Accounts that are to be erased; one partition, since the job of the night lists the few there are. */
  deletion: (userId: number) => ({ pk: 'DELETIONS', sk: `USER#${String(userId).padStart(16, '0')}` }),
  /** What ended when an account was recovered; `epoch` is its `tokensValidAfter` from then on. */
  recovery: (userId: number, epoch: number) => ({
    pk: `RECOVERY#${userId}`,
    sk: `EPOCH#${String(epoch).padStart(16, '0')}`,
  }),
  /** A user's ad account at the conversational assistant; one partition, since the daily pipeline lists the few there are. */
  assistantAds: (userId: number) => ({
    pk: 'ASSISTANTADS',
    sk: `USER#${String(userId).padStart(16, '0')}`,
  }),
  /** The newest code of an address (an e-mail, a phone) for a purpose. */
  code: (purpose: string, address: string) => ({ pk: `CODE#${purpose}#${address}`, sk: 'CODE' }),
  /** That a token of somebody else's making was used for an operation; `tokenId` is a SHA-256. */
  usedToken: (operation: string, tokenId: string) => ({ pk: `USED#${operation}#${tokenId}`, sk: 'USED' }),
  rateLimit: (name: string, caller: string) => ({ pk: `LIMIT#${name}#${caller}`, sk: 'LIMIT' }),
  /** A request for a reset code that could not be queued. */
  resetRequest: (requestId: string) => ({ pk: `RESETREQUEST#${requestId}`, sk: 'REQUEST' }),
  /** That a description sent with an address from a network was flagged, and where a new account was made. */
  addressFlag: (email: string, network: string) => ({
    pk: `WAITLISTFLAG#${email}`,
    sk: `NETWORK#${network}`,
  }),
  registrationNetwork: (userId: number) => ({ pk: `WAITLISTFLAG#${userId}`, sk: 'REGISTRATION' }),
  /** That a text has flagged an account. */
  accountFlag: (userId: number, textDigest: string) => ({
    pk: `WAITLISTFLAG#${userId}`,
    sk: `TEXT#${textDigest}`,
  }),
  /** Accounts on the waitlist; one partition, since operators list the few there are. */
  waitlisted: (userId: number) => ({ pk: 'WAITLIST', sk: `USER#${String(userId).padStart(16, '0')}` }),
  descriptionFinding: (digest: string) => ({ pk: `DESCRIPTION#${digest}`, sk: 'FINDING' }),
  task: (taskId: string) => ({ pk: `TASK#${taskId}`, sk: 'TASK' }),
  taskShard: (taskId: string, shard: number) => ({
    pk: `TASK#${taskId}`,
    sk: `SHARD#${String(shard).padStart(2, '0')}`,
  }),
  /** The latest task of a job that runs once at a time. */
  singleRun: (job: string) => ({ pk: `JOB#${job}`, sk: 'RUN' }),
  /** Scheduled runs of a job that are not known to be completed. */
  scheduledRuns: (job: string) => ({ pk: `JOB#${job}`, sk: 'SCHEDULED' }),
  /** Walks of the canary of which something may be left. */
  canaryWalk: (startedAt: string, id: string) => ({ pk: 'CANARY', sk: `${startedAt}#${id}` }),
  /** How walks went of which nothing is left. */
  canaryLog: (startedAt: string, id: string) => ({ pk: 'CANARYLOG', sk: `${startedAt}#${id}` }),
  latestBackup: () => ({ pk: 'BACKUP', sk: 'LATEST' }),
  credits: (userId: number) => ({ pk: `CREDITS#${userId}`, sk: 'BALANCE' }),
  /** A row of a user's ledger; after the balance, so that one query reads the balance first. */
  creditRow: (userId: number, seq: number) => ({
    pk: `CREDITS#${userId}`,
    sk: `TX#${String(seq).padStart(12, '0')}`,
  }),
  /** The permanent claim of a ledger row, so that it is written once. */
  creditClaim: (claim: string) => ({ pk: `CLAIM#${claim}`, sk: 'CLAIM' }),
  /** An event of the payment processor, whose a customer of it is, and what is known of a user's subscriptions. */
  billingEvent: (eventId: string) => ({ pk: `BILLINGEVENT#${eventId}`, sk: 'EVENT' }),
  /** That a webhook of a vendor was received; one partition, since operators read the latest. */
  receivedWebhook: (at: string, id: string) => ({ pk: 'RECEIVEDWEBHOOKS', sk: `${at}#${id}` }),
  billingCustomer: (customerId: string) => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' }),
  billingAccount: (userId: number) => ({ pk: `BILLING#${userId}`, sk: 'BILLING' }),
  /** That no mail goes to an address; `digest` is its SHA-256. */
  suppressed: (digest: string) => ({ pk: `SUPPRESSED#${digest}`, sk: 'SUPPRESSION' }),
  /** The outcome of a mail to a user; `id` is that of its effect. */
  loggedMail: (userId: number, id: string) => ({ pk: `MAILLOG#${userId}`, sk: id }),
  mailPreference: (userId: number) => ({ pk: `MAILPREF#${userId}`, sk: 'PREFERENCE' }),
  /** That a mail which a user gets once in a life was ordered. */
  mailOnce: (userId: number, type: string) => ({ pk: `MAILONCE#${userId}`, sk: type }),
  /** What is noted of a user; the nudge ordered on a day, and the one sent on a day, both days the user's own. */
  notification: (userId: number, thing: string) => ({ pk: `NOTIFY#${userId}`, sk: thing }),
  nudge: (userId: number, day: string) => ({ pk: `NOTIFY#${userId}`, sk: `NUDGE#${day}` }),
  nudgeOfDay: (userId: number, day: string) => ({ pk: `NOTIFY#${userId}`, sk: `NUDGESENT#${day}` }),
  /** When the next call of a vendor may go out. */
  pace: (name: string) => ({ pk: `PACE#${name}`, sk: 'PACE' }),
  /** The partner's credits of a calendar month that a user, or a licence key, has had. */
  partnerMonthOfUser: (month: string, userId: number) => ({
    pk: `PARTNER#${month}#USER#${userId}`,
    sk: 'MONTH',
  }),
  partnerMonthOfLicence: (month: string, licenceKey: string) => ({
    pk: `PARTNER#${month}#LICENCE#${licenceKey}`,
    sk: 'MONTH',
  }),
  /** That a user's monthly credits of a day's renewal are settled. */
  renewal: (userId: number, day: string) => ({ pk: `RENEWAL#${userId}`, sk: day }),
  receipt: (effectId: string) => ({ pk: `EFFECT#${effectId}`, sk: 'RECEIPT' }),
  /** An effect that could not be delivered; `digest` is the SHA-256 of its text. One query reads them all. */
  deadEffect: (digest: string) => ({ pk: 'DEADEFFECTS', sk: digest }),
  /** That one user may view the data of another. */
  managedClient: (managerUserId: number, clientUserId: number) => ({
    pk: `MANAGER#${managerUserId}`,
    sk: `CLIENT#${String(clientUserId).padStart(16, '0')}`,
  }),
  licence: (licenceKey: string) => ({ pk: `LICENCE#${licenceKey}`, sk: 'LICENCE' }),
  /** What the partner reported of a licence; `at` is the event's own time in epoch milliseconds. */
  licenceEvent: (licenceKey: string, event: string, at: number) => ({
    pk: `LICENCE#${licenceKey}`,
    sk: `EVENT#${event}#${String(at).padStart(14, '0')}`,
  }),
  /** That a user holds a licence, or belongs to the team of one. */
  licenceOfUser: (userId: number, licenceKey: string) => ({
    pk: `USERLICENCES#${userId}`,
    sk: `LICENCE#${licenceKey}`,
  }),
  teamMember: (userId: number, licenceKey: string) => ({
    pk: `USERLICENCES#${userId}`,
    sk: `TEAM#${licenceKey}`,
  }),
  /** What an address is invited to; `digest` is the SHA-256 of the e-mail. */
  teamInvitation: (digest: string, invitationId: string) => ({
    pk: `INVITED#${digest}`,
    sk: invitationId,
  }),
  devUser: (devUserId: number) => ({ pk: `DEVUSER#${devUserId}`, sk: 'DEVUSER' }),
  /** One partition, since operators list the few there are. */
  listedDevUser: (devUserId: number) => ({
    pk: 'DEVUSERS',
    sk: `DEVUSER#${String(devUserId).padStart(16, '0')}`,
  }),
  devEmailClaim: (email: string) => ({ pk: `DEVEMAIL#${email}`, sk: 'EMAIL' }),
  /** An entry of an account's activity log; `ACTIVITY` counts events. */
  accountActivity: (userId: number, at: string, id: string) => ({
    pk: `ACCOUNTACTIVITY#${userId}`,
    sk: `${at}#${id}`,
  }),
  /** An audit entry, among all (`null`) or among those of a user. */
  auditEntry: (userId: number | null, at: string, id: string) => ({
    pk: userId === null ? 'AUDIT' : `AUDIT#${userId}`,
    sk: `${at}#${id}`,
  }),
  // analysis
  /** A piece of work for a user, and the outcomes of its steps. */
  userTask: (taskId: string) => ({ pk: `USERTASK#${taskId}`, sk: 'TASK' }),
  taskStep: (taskId: string, step: string) => ({ pk: `USERTASK#${taskId}`, sk: `STEP#${step}` }),
  /** The newest task of a user, job and subject, and the latest of the job. */
  subjectTask: (job: string, userId: number, subject: string) => ({
    pk: `USERTASKS#${userId}`,
    sk: `SUBJECT#${job}#${subject}`,
  }),
  latestTask: (job: string, userId: number) => ({ pk: `USERTASKS#${userId}`, sk: `LATEST#${job}` }),
  /** A user's competitors; one query reads them all. */
  competitor: (userId: number, domain: string) => ({ pk: `COMPETITORS#${userId}`, sk: `DOMAIN#${domain}` }),
  /** How often a user's set of competitors was changed; after them, so that one query reads both. */
  competitorSet: (userId: number) => ({ pk: `COMPETITORS#${userId}`, sk: 'SET' }),
  /** A day of an ad account at the conversational assistant, in parts of what one item holds. */
  adDay: (userId: number, accountId: string, day: string, part: number) => ({
    pk: `ADDAYS#${userId}#${accountId}`,
    sk: `DAY#${day}#${String(part).padStart(4, '0')}`,
  }),
  /** The report that was made of a day. */
  assistantReport: (userId: number, accountId: string, day: string) => ({
    pk: `ASSISTANTREPORTS#${userId}`,
    sk: `${day}#${accountId}`,
  }),
  /** The notice to the team about a run of those reports. */
  assistantRun: (run: string) => ({ pk: `ASSISTANTRUN#${run}`, sk: 'RUN' }),
  keywordPlan: (userId: number, version: number) => ({
    pk: `KEYWORDPLANS#${userId}`,
    sk: `PLAN#${String(version).padStart(8, '0')}`,
  }),
  /** A page of the ad library under the name that a website gives it, and its ads of a country and status. */
  adPage: (handle: string) => ({ pk: `ADPAGE#${handle}`, sk: 'PAGE' }),
  adsOfPage: (handle: string, country: string, status: string) => ({
    pk: `ADPAGE#${handle}`,
    sk: `ADS#${country}#${status}`,
  }),
  /** Which copies there are of the media of a page's ads. */
  adMedia: (handle: string) => ({ pk: `ADPAGE#${handle}`, sk: 'MEDIA' }),
  /** Until when a vendor wants to be left alone. */
  vendorWait: (vendor: string) => ({ pk: `VENDORWAIT#${vendor}`, sk: 'WAIT' }),
  /** The page of the ad library that is a user's own. */
  ownPage: (userId: number) => ({ pk: `OWNPAGE#${userId}`, sk: 'PAGE' }),
  /** What calls of models cost in an hour of the clock: `2026-11-21T12`. */
  llmSpend: (hour: string) => ({ pk: `LLMSPEND#${hour}`, sk: 'SPEND' }),
  /** Calls of models by UTC day, so that old days go without a scan. */
  llmCall: (day: string, at: string, id: string) => ({ pk: `LLMCALLS#${day}`, sk: `${at}#${id}` }),
  imageConversation: (id: number) => ({ pk: `IMAGECONVERSATION#${id}`, sk: 'CONVERSATION' }),
  /** A stored prompt of an image conversation. */
  storedPrompt: (conversationId: number, id: string) => ({
    pk: `IMAGECONVERSATION#${conversationId}`,
    sk: `PROMPT#${id}`,
  }),
  contentSession: (id: string) => ({ pk: `CONTENTSESSION#${id}`, sk: 'SESSION' }),
  /** What the search finds of a user; `place` is its place in the order of results. */
  searchDocument: (userId: number, place: string) => ({ pk: `SEARCHDOCUMENTS#${userId}`, sk: place }),
  /** Documents that no segment holds yet, in shards. The first one is where earlier versions have all. */
  searchFresh: (shard: number, place: string) => ({
    pk: shard === 0 ? 'SEARCHFRESH' : `SEARCHFRESH#${shard}`,
    sk: place,
  }),
  /** Segments, by their newest document; 256 documents of one to an item. */
  searchSegment: (segment: string, part = 0) => ({
    pk: 'SEARCHSEGMENTS',
    sk: part === 0 ? segment : `${segment}#${String(part).padStart(2, '0')}`,
  }),
  /** Which documents of a segment have a gram. */
  searchPosting: (gram: string, segment: string) => ({
    // A gram can have any character.
    pk: `SEARCHGRAM#${encodeURIComponent(gram)}`,
    sk: segment,
  }),
  /** Who makes a segment now: of all that is fresh, or of one shard of it. */
  searchSealing: (shard: number | null) => ({
    pk: 'SEARCHSEALING',
    sk: shard === null ? 'LEASE' : `LEASE#${shard}`,
  }),
  /** How far a migration of a table has come. */
  migration: (name: string) => ({ pk: 'MIGRATION', sk: name }),
  /** Says that every segment has postings of fingerprints. */
  searchFingerprints: () => ({ pk: 'SEARCHFINGERPRINTS', sk: 'NOTE' }),
  /** How far a rebuild of the search index has come. */
  searchRebuild: () => ({ pk: 'SEARCHREBUILD', sk: 'PROGRESS' }),
  /** How many sessions of content agents a user has had. */
  sessionCounts: (userId: number) => ({ pk: `SESSIONCOUNTS#${userId}`, sk: 'COUNTS' }),
  /** A user's prompts, in the order of their conversations. */
  promptOfUser: (userId: number, conversationId: number) => ({
    pk: `PROMPTS#${userId}`,
    sk: `CONVERSATION#${String(conversationId).padStart(16, '0')}`,
  }),
  /** The outcome of a user's request for a prompt; `digest` is the SHA-256 of its `Idempotency-Key`. */
  promptRequest: (userId: number, digest: string) => ({
    pk: `PROMPTREQUEST#${userId}#${digest}`,
    sk: 'REQUEST',
  }),
  // attribution
  apiKeySecret: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  apiKey: (accountId: number, keyId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: `KEY#${keyId}` }),
  accountOfKey: (keyId: string) => ({ pk: `KEYID#${keyId}`, sk: 'ACCOUNT' }),
  /** How many keys of an account are not revoked, and which sessions may issue more. */
  keyCount: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'KEYCOUNT' }),
  /** What a request with an `Idempotency-Key` did to an account's keys; `digest` is the SHA-256 of that key. */
  keyRequest: (accountId: number, operation: 'create' | 'rotate', digest: string) => ({
    pk: `KEYREQUEST#${accountId}#${operation}#${digest}`,
    sk: 'REQUEST',
  }),
  /** The claim on a key's alert of a UTC day. */
  keyAlert: (keyId: string, day: string) => ({ pk: `ALERT#${keyId}#${day}`, sk: 'ALERT' }),
  /** Events of a key (and network) that count towards a limit; one for each rate, since it counts in time. */
  eventCounter: (name: string, id: string, perSecond: number) => ({
    pk: `EVENTCOUNT#${name}#${id}`,
    sk: `RATE#${perSecond}`,
  }),
  ingestLimits: (accountId: number) => ({ pk: `INGESTLIMITS#${accountId}`, sk: 'LIMITS' }),
  export: (accountId: number, exportId: string) => ({ pk: `EXPORT#${accountId}`, sk: exportId }),
  /** The spend of a day of an ad account, as it counts: where a report finds it. */
  spendDay: (
    accountId: number,
    environment: string,
    { day, network, adAccount }: { day: string; network: string; adAccount: string },
  ) => ({ pk: `SPENDDAYS#${accountId}#${environment}`, sk: `${day}#${network}#${adAccount}` }),
  /** An import of spend; its id grows with time. */
  spendImport: (accountId: number, environment: string, importId: string) => ({
    pk: `SPENDIMPORTS#${accountId}#${environment}`,
    sk: importId,
  }),
  /** A day as an import left it; `part`: of the rows of a large one. */
  spendVersion: (accountId: number, environment: string, importId: string, day: string, part?: number) => ({
    pk: `SPENDVERSION#${accountId}#${environment}#${importId}`,
    sk: `DAY#${day}${part === undefined ? '' : `#${String(part).padStart(4, '0')}`}`,
  }),
  /** Which import of an account, or undoing of one, runs now. */
  spendRun: (accountId: number) => ({ pk: `SPENDRUN#${accountId}`, sk: 'RUN' }),
  /** The newest stop of spend of an ad account that was reported. */
  spendStop: (
    accountId: number,
    environment: string,
    { network, adAccount }: { network: string; adAccount: string },
  ) => ({ pk: `SPENDSTOPS#${accountId}`, sk: `${environment}#${network}#${adAccount}` }),
  /** The last import of spend whose replaced days were removed. */
  prunedSpend: (accountId: number, environment: string) => ({
    pk: `SPENDPRUNED#${accountId}`,
    sk: environment,
  }),
  spendAliases: (accountId: number, environment: string) => ({
    pk: `SPENDALIASES#${accountId}`,
    sk: environment,
  }),
  /** An account's exchange rates of a year. */
  exchangeRates: (accountId: number, from: string, to: string, year: string) => ({
    pk: `EXCHANGERATES#${accountId}`,
    sk: `${from}#${to}#${year}`,
  }),
  /** The key under which networks of visitors are hashed on a day. It expires. */
  networkKey: (day: string) => ({ pk: `NETWORK_KEY#${day}`, sk: 'KEY' }),
  session: (sid: string) => ({ pk: `SESSION#${sid}`, sk: 'SESSION' }),
  /** Another name of a click, as an ad network gave it: leads to the session that was landed with it last. */
  alias: (accountId: number, environment: string, name: string, value: string) => ({
    pk: `ALIAS#${accountId}#${environment}#${name}#${value}`,
    sk: 'ALIAS',
  }),
  conversion: (accountId: number, environment: string, eventId: string) => ({
    pk: `CONVERSION#${accountId}#${environment}#${eventId}`,
    sk: 'CONVERSION',
  }),
  /** The event log: accepted and rejected events of a UTC day, by arrival; `part`: of a busy day. */
  logEntry: (
    accountId: number,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => ({
    pk: `LOG#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${receivedAt}#${id}`,
  }),
  /** An account's events by the click id they were sent with or earned by: late matching, erasure of clicks and users. */
  eventOfClick: (accountId: number, environment: string, clickId: string, eventId: string) => ({
    pk: `CLICK#${accountId}#${environment}#${clickId}`,
    sk: eventId,
  }),
  /** An account's events by the hash of its user, where no link leads to their click: late matching, erasure. */
  eventOfUser: (accountId: number, environment: string, userHash: string, eventId: string) => ({
    pk: `EXTUSER#${accountId}#${environment}#${userHash}`,
    sk: eventId,
  }),
  /** That a user or a click was erased; `digest` is the SHA-256 of its name. */
  tombstone: (accountId: number, digest: string) => ({
    pk: `TOMBSTONE#${accountId}#${digest}`,
    sk: 'TOMBSTONE',
  }),
  /** Browser events, by account and UTC day, so that old days go without a scan; `part`: of a busy day. */
  pixelEvent: (
    accountId: number,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => ({
    pk: `PIXEL#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${at}#${id}`,
  }),
  /** Which accounts have browser events or log entries of a day, and in how many parts. `list`: of a day with many accounts. */
  pixelDay: (day: string, accountId: number, environment: string, list?: number) => ({
    pk: `PIXELDAY#${day}${list === undefined ? '' : `#${list}`}`,
    sk: `${accountId}#${environment}`,
  }),
  /** That a day has lists. */
  pixelDayLists: (day: string) => ({ pk: `PIXELDAY#${day}`, sk: 'LISTS' }),
  /** What was sent of a rejected event, beside its log entry, so that lists do not read it. */
  logPayload: (
    accountId: number,
    environment: string,
    day: string,
    { receivedAt, id, part }: DayRow & { receivedAt: string },
  ) => ({
    pk: `LOGPAYLOAD#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${receivedAt}#${id}`,
  }),
  /** Counters of an account's day, for the funnel and its diagnosis: of a pixel, or of what names none. */
  activity: (
    accountId: number,
    environment: string,
    { day, metric, detail, pixelKey }: { day: string; metric: string; detail: string; pixelKey?: string },
    generation = 0,
  ) => ({
    pk: `ACTIVITY#${accountId}#${environment}${generationSuffix(generation)}`,
    sk: `${day}#${metric}#${detail}${pixelKey ? `#${pixelKey}` : ''}`,
  }),
  /** The names that a day's counters are kept by, from `server` or `browser`. */
  activityNames: (accountId: number, environment: string, day: string, source: string) => ({
    pk: `ACTIVITYNAMES#${accountId}#${environment}`,
    sk: `${day}#${source}`,
  }),
  /** What a request repeated or was refused, to be counted from the table's stream. */
  tally: (
    accountId: number,
    environment: string,
    day: string,
    { at, id, part }: DayRow & { at: string },
  ) => ({
    pk: `TALLY#${accountId}#${environment}#${day}${partSuffix(part)}`,
    sk: `${at}#${id}`,
  }),
  /** A click of a user, by its time: `userHash` is the keyed hash of the user's id. It leads to the events of both. */
  clickOfUser: (
    accountId: number,
    environment: string,
    userHash: string,
    clickedAt: string,
    sid: string,
  ) => ({ pk: `USERCLICK#${accountId}#${environment}#${userHash}`, sk: `${clickedAt}#${sid}` }),
  /** That a page, or an erasure under way, knows a click to be of a user. */
  userOfClick: (accountId: number, environment: string, sid: string, userHash: string) => ({
    pk: `CLICKUSER#${accountId}#${environment}#${sid}`,
    sk: userHash,
  }),
  /** What an account chooses for all its pixels. */
  accountSettings: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'SETTINGS' }),
  /** How the account's clicks are judged. */
  clickRules: (accountId: number) => ({ pk: `ACCOUNT#${accountId}`, sk: 'SETTINGS#CLICK_RULES' }),
  /** The claim on a mail about conflicting events of a UTC day. */
  conflictAlert: (accountId: number, day: string) => ({
    pk: `CONFLICTALERT#${accountId}#${day}`,
    sk: 'ALERT',
  }),
  /** An account's webhook endpoints, and how many there are. */
  webhookEndpoint: (accountId: number, endpointId: string) => ({
    pk: `WEBHOOKS#${accountId}`,
    sk: `ENDPOINT#${endpointId}`,
  }),
  webhookCount: (accountId: number) => ({ pk: `WEBHOOKS#${accountId}`, sk: 'COUNT' }),
  /** What a request with an `Idempotency-Key` did to an endpoint; `digest` is the SHA-256 of that key. */
  webhookRequest: (accountId: number, operation: string, digest: string) => ({
    pk: `WEBHOOKREQUEST#${accountId}#${operation}#${digest}`,
    sk: 'REQUEST',
  }),
  /** Deliveries to an endpoint, by the time of their events. */
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
  /** That the table has many stream shards; up to which record a shard is done. */
  streamScale: () => ({ pk: 'STREAMSCALE', sk: 'SCALE' }),
  streamShard: (shardId: string) => ({ pk: `STREAMSHARD#${shardId}`, sk: 'CHECKPOINT' }),
  /** Which days of an account were recounted, or are. */
  recounts: (accountId: number) => ({ pk: `RECOUNTS#${accountId}`, sk: 'STATE' }),
  /** Who counts a part of an event in a recount's generation. */
  recountClaim: (
    accountId: number,
    environment: string,
    generation: number,
    eventId: string,
    part: string,
  ) => ({ pk: `RECOUNTED#${accountId}#${environment}#${generation}#${eventId}`, sk: part }),
};

/** Lists over which the accounts of a day are spread, once there are many. */
export const dayLists = 256;
type DayRow = { id: string; part?: number | undefined };
const partSuffix = (part: number | undefined) => (part === undefined ? '' : `#p${part}`);

/** Totals and counters that a recount made are kept apart from those before it. */
const generationSuffix = (generation: number) => (generation === 0 ? '' : `#g${generation}`);

/** In each table: which backup is being restored into it, and how far each file is. It goes when the restore is done. */
export const keyOfRestore = {
  head: () => ({ pk: 'RESTORE', sk: 'HEAD' }),
  file: (place: number) => ({ pk: 'RESTORE', sk: `FILE#${String(place).padStart(8, '0')}` }),
};

/** In a table: up to which moment rows of a kind are pruned. */
export const keyOfPruned = (rows: string) => ({ pk: 'PRUNED', sk: rows });

/** Sorts after every sort key that begins with `prefix`. */
export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
