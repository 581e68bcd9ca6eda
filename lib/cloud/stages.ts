import type { IdentityProviderClient } from '#shared/accounts/identity-provider.ts';
import type { variables } from '#shared/env.ts';
import type { TableName } from '#shared/store/tables.ts';
import { firstQuotas, type Peak, type Quotas } from './limits/stage-limits.ts';

/** Variables that the stack itself gives: from a stage's fields, and where a function's own resources are. */
export const givenByStack = [
  'STAGE',
  'TABLE_ACCOUNTS',
  'TABLE_ATTRIBUTION',
  'TABLE_ANALYSIS',
  'QUEUE_URLS',
  'QUEUE_URL_PREFIX',
  'SECRET_ARNS',
  'EXPORT_BUCKET',
  'FILES_BUCKET',
  'BACKUP_BUCKET',
  'OPERATOR_TOKEN_HASHES',
  'FRONT_END_ORIGINS',
  'FRONT_END_BASE_URL',
  'OPERATOR_DOMAIN',
  'JWT_ISSUER',
  'IDP_CLIENT_IDS',
  'IDP_CONSOLE',
  'MAIL_FROM',
  'MAIL_TRANSACTIONAL_SET',
  'MAIL_LIFECYCLE_SET',
  'EDGE_TOKEN',
] as const satisfies readonly (keyof typeof variables)[];

/** Every other variable; a template never has secrets. */
export type Setting = Exclude<keyof typeof variables, (typeof givenByStack)[number] | 'SECRETS_JSON'>;

/** What differs between the stages. Plain data: everything else is the same code in every stage. */
export type Stage = {
  name: string;
  /** Nothing that holds data can be deleted, and what the stack leaves behind stays. */
  protectsData: boolean;
  /** A developer's own: with the stack goes everything in it, files in buckets too. */
  isTemporary: boolean;
  logRetentionDays: 14 | 90;
  /** `WARN` drops Lambda's own start and report lines, which cost more than the requests they describe. */
  lambdaLogLevel: 'INFO' | 'WARN';
  /**
   * What the stage is to take at its busiest. From it follow the executions that are kept, what the gateway takes before it
   * answers 429, the firewall's rule and the quotas that the account needs (`limits/stage-limits.ts`;
   * `npm run ops -- limits`). 0 closes a way in.
   */
  peakRequestsPerSecond: Peak;
  /**
   * Whether the executions of conversions and pixel are kept for them whatever floods the others, and are all that they get:
   * one for ten requests a second. So a flood of clicks takes nothing from conversions and from those who sign in.
   */
  reservesExecutions: boolean;
  /** What AWS grants the account of the stage; a deployment whose peak needs more is refused. */
  quotas: Quotas;
  /**
   * Units a second that a table takes at once, without growing first: before a move or a campaign. A new table takes 4,000
   * writes and 12,000 reads, and twice its latest peak; more is paid for once, and is never less again. Empty, since a
   * service that grows by itself does not need it (docs/runbook.md#before-a-large-night).
   */
  warmThroughput: Partial<Record<TableName, { readUnitsPerSecond: number; writeUnitsPerSecond: number }>>;
  /** How a new version of a function that callers wait for takes over: a deployment configuration of CodeDeploy. */
  deployment: 'AllAtOnce' | 'Canary10Percent5Minutes';
  /** Where CloudFront answers: 100 is North America, Europe and Israel; 200 also Asia, the Middle East and Africa. */
  priceClass: '100' | '200' | 'All';
  /**
   * The address of console, pixel and API; `null`: CloudFront's own. The certificate is in us-east-1, as CloudFront wants
   * it; with a hosted zone of Route 53, the stack makes the record that leads there.
   */
  domain: { name: string; certificateArn: string; hostedZoneId?: string } | null;
  /** The firewall at CloudFront of a stage outside of us-east-1 (docs/runbook.md); `null`: the stack's own, in us-east-1. */
  edgeAclArn: string | null;
  /** Subscriber of alarms; `null`: the stack subscribes nobody. */
  alarmEmail: string | null;
  /** Origins of the front ends whose pages may read answers. */
  frontEndOrigins: readonly string[];
  /** The e-mail domain of the operator. */
  operatorDomain: string;
  /** SHA-256 hashes (hex) of the operator tokens; a hash of a random token reveals nothing, so it can be here. */
  operatorTokenHashes: readonly string[];
  /** Our names at the identity provider, one for each kind of front end; without one, nobody signs in through it. They are public. */
  idpClientIds: readonly string[];
  /** How the console signs in with the identity provider; `null`: it does not (docs/runbook.md). */
  idpConsole: IdentityProviderClient | null;
  /** The domain verified in SES; mail is sent only from it. */
  mailDomain: string;
  mailFrom: string;
  jwtIssuer: string;
  /** Configuration (`npm run config`) that is not to have its default. All of it goes to every function. */
  settings: Partial<Record<Setting, string>>;
};

export const stages: readonly Stage[] = [
  {
    name: 'dev',
    protectsData: false,
    isTemporary: false,
    logRetentionDays: 14,
    lambdaLogLevel: 'INFO',
    peakRequestsPerSecond: { conversions: 50, pixel: 50, api: 50 },
    reservesExecutions: false,
    quotas: firstQuotas,
    warmThroughput: {},
    deployment: 'AllAtOnce',
    priceClass: '100',
    domain: null,
    edgeAclArn: null,
    alarmEmail: null,
    frontEndOrigins: ['https://dev.operator.example', 'http://localhost:5173'],
    operatorDomain: 'operator.example',
    operatorTokenHashes: [],
    idpClientIds: [],
    idpConsole: null,
    mailDomain: 'dev.operator.example',
    mailFrom: 'adtrail dev <no-reply@dev.operator.example>',
    jwtIssuer: 'adtrail-dev',
    settings: {},
  },
  {
    name: 'prod',
    protectsData: true,
    isTemporary: false,
    logRetentionDays: 90,
    lambdaLogLevel: 'WARN',
    peakRequestsPerSecond: { conversions: 2000, pixel: 2000, api: 2000 },
    reservesExecutions: true,
    quotas: firstQuotas,
    warmThroughput: {},
    deployment: 'Canary10Percent5Minutes',
    // Schedules run in India's time, and phones of India are sent codes.
    priceClass: '200',
    domain: null,
    edgeAclArn: null,
    alarmEmail: 'alarms@operator.example',
    frontEndOrigins: ['https://app.operator.example'],
    operatorDomain: 'operator.example',
    operatorTokenHashes: [],
    idpClientIds: [],
    idpConsole: null,
    mailDomain: 'operator.example',
    mailFrom: 'adtrail <no-reply@operator.example>',
    jwtIssuer: 'adtrail',
    // Every code to a phone costs money: numbers of other countries are sent none.
    settings: { PHONE_COUNTRIES: 'CA,GB,IN,US', OPERATOR_MFA_REQUIRED: 'true' },
  },
];

/** A developer's own stage, by their name: as `dev`, and gone without a trace when its stack is destroyed. */
export function developerStage(name: string): Stage {
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(name) || stages.some((stage) => stage.name === name))
    throw new Error(
      `"${name}" cannot be a developer's stage: use up to 16 of a-z, 0-9 and -, and not the name of another stage.`,
    );
  const dev = stages.find((stage) => stage.name === 'dev') as Stage;
  return { ...dev, name, isTemporary: true, jwtIssuer: `adtrail-${name}` };
}
