import type { NetworkId } from '#shared/accounts/network-id.ts';
import type { DeckTokens } from '#shared/adapters/deck-tokens.ts';
import type { AssistantAdsDeps } from '#shared/assistant-ads/begin-reports.ts';
import type { AccountDeletions } from '#shared/data/account-deletions.ts';
import type { AccountRows } from '#shared/data/account-rows.ts';
import type { AccountSettingsStore } from '#shared/data/account-settings.ts';
import type { ActivityCounters } from '#shared/data/activity.ts';
import type { ActivityNames } from '#shared/data/activity-names.ts';
import type { ApiKeys } from '#shared/data/api-keys.ts';
import type { AssistantAds } from '#shared/data/assistant-ads.ts';
import type { Audit } from '#shared/data/audit.ts';
import type { BillingRecords } from '#shared/data/billing-records.ts';
import type { Clicks } from '#shared/data/clicks.ts';
import type { Codes } from '#shared/data/codes.ts';
import type { ConflictAlerts } from '#shared/data/conflict-alerts.ts';
import type { Conversions } from '#shared/data/conversions.ts';
import type { Credits } from '#shared/data/credits.ts';
import type { DeadEffects } from '#shared/data/dead-effects.ts';
import type { DeletionFiles } from '#shared/data/deletion-files.ts';
import type { DescriptionFindings } from '#shared/data/description-findings.ts';
import type { DevUsers } from '#shared/data/dev-users.ts';
import type { Erasures } from '#shared/data/erasures.ts';
import type { EventIndex } from '#shared/data/event-index.ts';
import type { EventLog } from '#shared/data/event-log.ts';
import type { ExportRows } from '#shared/data/export-rows.ts';
import type { Exports } from '#shared/data/exports.ts';
import type { Identities } from '#shared/data/identities.ts';
import type { IngestLimits } from '#shared/data/ingest-limits.ts';
import type { Invalidations } from '#shared/data/invalidations.ts';
import type { Licences } from '#shared/data/licences.ts';
import type { LlmCalls } from '#shared/data/llm-calls.ts';
import type { MailOrders } from '#shared/data/mail-orders.ts';
import type { MailPreferences } from '#shared/data/mail-preferences.ts';
import type { ManagedClients } from '#shared/data/managed-clients.ts';
import type { Notifications } from '#shared/data/notifications.ts';
import type { Nudges } from '#shared/data/nudges.ts';
import type { Pace } from '#shared/data/pace.ts';
import type { PixelEvents } from '#shared/data/pixel-events.ts';
import type { RateLimits } from '#shared/data/rate-limits.ts';
import type { Receipts } from '#shared/data/receipts.ts';
import type { Recounts } from '#shared/data/recounts.ts';
import type { Renewals } from '#shared/data/renewals.ts';
import type { ResetRequests } from '#shared/data/reset-requests.ts';
import type { Sessions } from '#shared/data/sessions.ts';
import type { Suppressions } from '#shared/data/suppressions.ts';
import type { Tasks } from '#shared/data/tasks.ts';
import type { Teams } from '#shared/data/teams.ts';
import type { Tombstones } from '#shared/data/tombstones.ts';
import type { Totals } from '#shared/data/totals.ts';
import type { UsedTokens } from '#shared/data/used-tokens.ts';
import type { UserTasks } from '#shared/data/user-tasks.ts';
import type { Users } from '#shared/data/users.ts';
import type { Waitlist } from '#shared/data/waitlist.ts';
import type { NightDeps } from '#shared/deps/maintenance-tasks.ts';
import type { OperatorDeps } from '#shared/deps/operators.ts';
import type { ViewDeps } from '#shared/deps/view.ts';
import type { EventLimit, EventLimiter } from '#shared/domain/event-limiter.ts';
import type { Tier } from '#shared/domain/licences.ts';
import type { BudgetDeps } from '#shared/llm/assert-budget.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { FrontEnd } from '#shared/mails/front-end.ts';
import type { MailLinks } from '#shared/mails/mail-links.ts';
import type { Billing } from '#shared/ports/billing.ts';
import type { Channel } from '#shared/ports/channel.ts';
import type { IdentityTokens } from '#shared/ports/identity-tokens.ts';
import type { Mailer } from '#shared/ports/mailer.ts';
import type { Messenger } from '#shared/ports/messenger.ts';
import type { Moderation } from '#shared/ports/moderation.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { Sender } from '#shared/ports/sender.ts';
import type { Tokens } from '#shared/ports/tokens.ts';
import type { Secrets } from '#shared/secrets.ts';

/** What endpoints of attribution reach outside themselves. Built once per function, handed in as the second argument. */
export type Deps = {
  /** Epoch milliseconds. */
  now(): number;
  users: Users;
  keys: ApiKeys;
  sessions: Sessions;
  clicks: Clicks;
  conversions: Conversions;
  totals: Totals;
  activity: ActivityCounters;
  eventIndex: EventIndex;
  identities: Identities;
  accountSettings: AccountSettingsStore;
  eventLog: EventLog;
  erasures: Erasures;
  exports: Exports;
  limits: RateLimits;
  objects: ObjectStore;
  queues: Pick<Sender, 'send'>;
  secrets: Secrets;
  tokens: Tokens;
  frontEndOrigins: readonly string[];
};

/** What registration and sign-in are built with. */
export type AccountDeps = Pick<Deps, 'now' | 'users' | 'tokens' | 'frontEndOrigins'> & {
  deckTokens: DeckTokens;
  codes: Codes;
  limits: RateLimits;
  waitlist: Waitlist;
  resetRequests: ResetRequests;
  audit: Audit;
  identityTokens: IdentityTokens;
  usedTokens: UsedTokens;
  mailer: Mailer;
  suppressions: Suppressions;
  messenger: Messenger;
  billingRecords: Pick<BillingRecords, 'account' | 'unchangedPart'>;
  accountDeletions: AccountDeletions;
  /** Countries (ISO 3166, none: all) whose phones get codes, and how many codes all phones together get an hour. */
  phoneCodes: { countries: readonly string[]; perHour: number };
  queues: Pick<Sender, 'send'>;
  /** The e-mail domain of the operator. */
  operatorDomain: string;
  networkId: NetworkId;
  secrets: Secrets;
  /** `REGISTRATIONS_PER_HOUR`. */
  registrationsPerHour: number;
};

/** What one's credits and licences are built with. */
export type CreditDeps = ViewDeps & {
  credits: Credits;
  licences: Licences;
  teams: Teams;
  limits: RateLimits;
  /** Seats of a licence's team by its tier. */
  teamSeats: Readonly<Record<string, number>>;
};

/** What is noted of users, and their nudges, is built with. */
export type NotificationDeps = Pick<Deps, 'now' | 'users' | 'tokens' | 'frontEndOrigins'> & {
  notifications: Notifications;
  nudges: Nudges;
  limits: RateLimits;
  nudgeDelaySeconds: number;
  /** Names of the one-time notifications of the ads studio. */
  adsStudioNotifications: readonly string[];
};

/** What operators' own accounts are built with. */
export type OperatorAuthDeps = Pick<Deps, 'now' | 'secrets'> &
  OperatorDeps & {
    devUsers: DevUsers;
    networkId: NetworkId;
    limits: RateLimits;
    audit: Audit;
  };

/** What the jobs that grant credits are built with. */
export type GrantDeps = Pick<Deps, 'now' | 'users' | 'queues'> & {
  credits: Credits;
  licences: Licences;
  renewals: Renewals;
  tasks: Tasks;
  grants: {
    /** `CREDITS_TIME_ZONE`. */
    timeZone: string;
    /** What a partner licence gives a month, by its tier. */
    tierCredits: Record<Tier, number>;
    /** How long a request works on a run by itself. */
    inlineSeconds: number;
  };
};

/** What the worker that goes on with them is built with. */
export type GrantWorkerDeps = GrantDeps & Pick<WorkerDeps, 'queues' | 'random'>;

/** What the operators' maintenance is built with. */
export type MaintenanceDeps = GrantDeps &
  OperatorDeps &
  Pick<NightDeps, 'backupMethod' | 'retention'> &
  Pick<Deps, 'now' | 'users'> & {
    audit: Audit;
    licences: Licences;
    managedClients: ManagedClients;
    credits: Credits;
    billing: Billing;
    billingRecords: BillingRecords;
    invalidations: Invalidations;
    keys: ApiKeys;
    waitlist: Waitlist;
    ingestLimits: IngestLimits;
    defaultIngestLimit: EventLimit;
    assistantAds: AssistantAds;
    secrets: Secrets;
    /** What the daily reports of the assistant's ads are begun with. */
    assistantReports: AssistantAdsDeps;
  };

/** What is built to take what others report to us, signed. */
export type WebhookDeps = Pick<Deps, 'now' | 'users' | 'secrets'> & {
  credits: Credits;
  licences: Licences;
  billing: Billing;
  billingRecords: BillingRecords;
  /** Credits by the payment processor's price. */
  priceCredits: Readonly<Record<string, number>>;
};

/** What the check of company descriptions is built with. */
export type OnboardingDeps = Pick<
  AccountDeps,
  'users' | 'tokens' | 'limits' | 'waitlist' | 'frontEndOrigins'
> &
  BudgetDeps & {
    findings: DescriptionFindings;
    llm: RecordedLlm;
    llmCalls: LlmCalls;
    moderation: Moderation;
    checksPerHour: number;
  };

/** What the worker that moderates company descriptions is built with. */
export type DescriptionCheckDeps = Pick<OnboardingDeps, 'users' | 'waitlist' | 'findings' | 'moderation'> &
  Pick<WorkerDeps, 'random'> & { llm: Pick<RecordedLlm, 'model'>; queues: Pick<Sender, 'holdBack'> };

/** What the function of the hot path is built with: the fewer, the sooner it starts. */
export type ConversionDeps = Pick<
  Deps,
  | 'now'
  | 'keys'
  | 'sessions'
  | 'clicks'
  | 'conversions'
  | 'identities'
  | 'accountSettings'
  | 'eventLog'
  | 'secrets'
> & {
  /** Events of a secret key. */
  ingestLimiter: EventLimiter;
  /** How many of the log entries wanted an account may have now. */
  logBudget(accountId: number, wanted: number): number;
};

/** What the function of the browser pixel is built with. */
export type PixelDeps = Pick<Deps, 'now' | 'keys' | 'sessions' | 'identities' | 'secrets'> & {
  pixelEvents: PixelEvents;
  /** Sessions and events of a public key and network. */
  pixelLimiter: EventLimiter;
};

/** What the worker behind the attribution table is built with. */
export type ProjectionDeps = Pick<
  Deps,
  | 'now'
  | 'keys'
  | 'clicks'
  | 'conversions'
  | 'identities'
  | 'accountSettings'
  | 'totals'
  | 'activity'
  | 'eventLog'
  | 'eventIndex'
> & {
  activityNames: ActivityNames;
  conflictAlerts: ConflictAlerts;
  tombstones: Tombstones;
  recounts: Recounts;
  queues: Pick<Sender, 'send'>;
};

/** What the erasure worker is built with. */
export type ErasureDeps = Pick<Deps, 'erasures' | 'now'> & Pick<WorkerDeps, 'queues' | 'random'>;

/** Log entries read at a time, and a part's least size: object storage asks for 5 MiB. */
export type ExportSizes = { pageRows: number; partBytes: number };

/** What the export worker is built with. */
export type ExportDeps = Pick<Deps, 'exports' | 'objects'> &
  Pick<WorkerDeps, 'queues' | 'random'> & {
    exportRows: ExportRows;
    accountRows: AccountRows;
    sizes: ExportSizes;
  };

/** What the worker that sends codes to reset passwords is built with. */
export type ResetCodeDeps = Pick<
  AccountDeps,
  'users' | 'codes' | 'limits' | 'mailer' | 'suppressions' | 'messenger' | 'phoneCodes' | 'operatorDomain'
> &
  Pick<WorkerDeps, 'queues' | 'random'>;

/** What workers reach that deliver something outside. */
export type WorkerDeps = Pick<Deps, 'now' | 'users'> &
  BudgetDeps & {
    receipts: Receipts;
    teams: Pick<Teams, 'leaveAll'>;
    deletionFiles: DeletionFiles;
    tasks: UserTasks;
    keys: Pick<ApiKeys, 'revokeBefore'>;
    limits: RateLimits;
    /** `LITE_DISCOVERIES_PER_HOUR`. */
    liteDiscoveriesPerHour: number;
    mailer: Mailer;
    suppressions: Suppressions;
    mailPreferences: MailPreferences;
    mailLinks: MailLinks;
    queues: Sender;
    /** A number from 0 up to 1, for the jitter of retries. */
    random(): number;
  };

/** What the worker that delivers effects from the streams is built with. */
export type OutboxWorkerDeps = WorkerDeps & { deadEffects: DeadEffects };

/** What the worker of the internal channel is built with. */
export type NoticeDeps = Pick<WorkerDeps, 'now' | 'receipts' | 'random'> & {
  channel: Channel;
  pace: Pace;
  queues: Pick<Sender, 'holdBack'>;
  pause(milliseconds: number): Promise<void>;
};

/** What the worker of nudge e-mails is built with. */
export type NudgeDeps = Pick<
  WorkerDeps,
  'now' | 'users' | 'mailer' | 'suppressions' | 'mailPreferences' | 'mailLinks' | 'random'
> & { nudges: Nudges; queues: Pick<Sender, 'holdBack'> };

/** What the links in our mails lead to is built with. */
export type MailLinkDeps = Pick<Deps, 'now' | 'users' | 'tokens' | 'frontEndOrigins'> &
  Pick<WorkerDeps, 'mailPreferences' | 'mailLinks'> & {
    notifications: Notifications;
    teams: Teams;
    exportFiles: Pick<ObjectStore, 'size' | 'link'>;
    teamSeats: CreditDeps['teamSeats'];
    frontEnd: FrontEnd;
    files: Pick<ObjectStore, 'size' | 'link'>;
  };

/** What the worker of the mail service's reports is built with. */
export type MailEventDeps = Pick<WorkerDeps, 'suppressions' | 'random'> & {
  queues: Pick<Sender, 'holdBack'>;
};

/** What the job is built with that mails users by their age. */
export type LifecycleMailDeps = Pick<Deps, 'users'> & { mailOrders: MailOrders };
