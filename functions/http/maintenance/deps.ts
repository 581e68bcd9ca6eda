import {
  activityLog,
  audit,
  credits,
  depsOf,
  keys,
  licences,
  limits,
  users,
  waitlist,
} from '#functions/deps.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { invalidationsIn } from '#shared/accounts/sign-in/store/invalidations.ts';
import { managedClientsIn } from '#shared/accounts/store/managed-clients.ts';
import { makeAssistantAdsDeps } from '#shared/assistant-ads/report-deps.ts';
import { assistantAdsIn } from '#shared/assistant-ads/store/assistant-ads.ts';
import { bucketAt } from '#shared/aws/bucket-at.ts';
import { type CloudWatch, cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import { type DeadLetters, deadLettersAt } from '#shared/aws/dead-letters.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { plannedDeadLetters } from '#shared/aws/planned-dead-letters.ts';
import { plannedSender } from '#shared/aws/planned-sender.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { makeNightDeps } from '#shared/backup/night-deps.ts';
import type { Billing } from '#shared/billing/billing.ts';
import { plannedBilling } from '#shared/billing/planned-billing.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { billingOf } from '#shared/billing/vendors/billing-of.ts';
import { canaryWalksIn } from '#shared/canary/store/canary-walks.ts';
import { ingestLimitOf } from '#shared/conversions/event-limiters.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { ingestLimitsIn } from '#shared/conversions/store/ingest-limits.ts';
import { activationDepsOf } from '#shared/credits/grants/activation-deps.ts';
import { makeGrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { eventLogIn } from '#shared/event-log/store/event-log.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { llmSpendIn } from '#shared/llm/store/llm-spend.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailOrdersIn } from '#shared/mail/store/mail-orders.ts';
import { receivedWebhooksIn } from '#shared/operators/store/received-webhooks.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { segmentSize } from '#shared/search/seal-segments.ts';
import { searchDocumentsIn } from '#shared/search/store/search-documents.ts';
import { searchSegmentsIn } from '#shared/search/store/search-segments.ts';
import { searchSourcesIn } from '#shared/search/store/search-sources.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, accounts, attribution, analysis } = context;
  return {
    ...operatorDepsOf(context),
    ...makeNightDeps(host),
    ...makeGrantDeps(host),
    ...depsOf(context, { users, audit, activityLog, licences, limits, credits, keys, waitlist }),
    ...activationDepsOf(context),
    managedClients: managedClientsIn(accounts(), { now }),
    billing: billingOf(env, { secrets, random }),
    billingRecords: billingRecordsIn(accounts(), { now }),
    invalidations: invalidationsIn(accounts()),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    operatorDomain: env.OPERATOR_DOMAIN,
    ingestLimits: ingestLimitsIn(attribution()),
    defaultIngestLimit: ingestLimitOf(env),
    assistantAds: assistantAdsIn(accounts(), { now }),
    assistantReports: makeAssistantAdsDeps(host),
    deadLetters: deadLettersAt(
      signedAws({ ...signed(host, 'SQS'), service: 'sqs', jsonVersion: '1.0' }),
      env.QUEUE_URL_PREFIX,
    ),
    received: receivedWebhooksIn(accounts(), { now }),
    deadEffects: deadEffectsIn(accounts(), { now }),
    canary: canaryWalksIn(accounts(), { now }),
    llmSpend: llmSpendIn(analysis(), { now }),
    llmBudgetPerHour: env.LLM_BUDGET_PER_HOUR,
    stage: env.STAGE,
    cloudWatch: cloudWatchIn(host, now),
    streams: signedAws({
      ...streamsOf(host),
      service: 'dynamodb',
      jsonVersion: '1.0',
    }),
    searchIndex: {
      documents: searchDocumentsIn(analysis()),
      sources: searchSourcesIn({ accounts: accounts(), analysis: analysis() }),
      segments: searchSegmentsIn(analysis(), { now }),
      segmentSize,
    },
    conversions: conversionsIn(attribution()),
    eventLog: eventLogIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    ...mailDepsOf(context),
    mailOrders: mailOrdersIn(accounts(), { now }),
    backupFiles: bucketAt(env.BACKUP_BUCKET) as Pick<ObjectStore, 'list' | 'get'>,
    inDryRun,
  };
}

export type Deps = ReturnType<typeof makeDeps>;

type Outside = { billing: Billing; deadLetters: DeadLetters };
const inDryRun = <D extends Outside>(deps: D): D => ({
  ...deps,
  queues: plannedSender,
  billing: plannedBilling(deps.billing),
  deadLetters: plannedDeadLetters(deps.deadLetters),
});

function streamsOf(host: Overrides) {
  const settings = signed(host, 'DYNAMODB');
  return {
    ...settings,
    endpoint: settings.endpoint ?? `https://streams.dynamodb.${settings.region}.amazonaws.com`,
  };
}

/** Only in Lambda does the function's name begin with the name of a stack; a local host has none. */
function cloudWatchIn(host: Overrides, now: () => number): CloudWatch | null {
  const [, stack] = /^(.+)-maintenance$/.exec(process.env.AWS_LAMBDA_FUNCTION_NAME ?? '') ?? [];
  if (!stack) return null;
  const call = signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' });
  return cloudWatchOf(call, { stack, now });
}
