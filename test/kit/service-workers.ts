import type { FunctionName } from '#functions/access.ts';
import { continueAccountErasure } from '#functions/workers/account-erasure/continue-account-erasure.ts';
import { needs as accountErasureNeeds } from '#functions/workers/account-erasure/needs.ts';
import { needs as assistantReportNeeds } from '#functions/workers/assistant-report/needs.ts';
import { workOnReport } from '#functions/workers/assistant-report/work-on-report.ts';
import { continueBackup } from '#functions/workers/backup/continue-backup.ts';
import { decide } from '#functions/workers/click-verdicts/decide.ts';
import { needs as clickVerdictsNeeds } from '#functions/workers/click-verdicts/needs.ts';
import { needs as conversionTotalsNeeds } from '#functions/workers/conversion-totals/needs.ts';
import { project } from '#functions/workers/conversion-totals/project.ts';
import { checkDescription } from '#functions/workers/description-checks/check-description.ts';
import { needs as descriptionChecksNeeds } from '#functions/workers/description-checks/needs.ts';
import { needs as discoveryNeeds } from '#functions/workers/discovery/needs.ts';
import { workOnSiteTask } from '#functions/workers/discovery/work-on-site-task.ts';
import { deliverEffect } from '#functions/workers/effects/deliver-effect.ts';
import { continueErasure } from '#functions/workers/erasure/continue-erasure.ts';
import { needs as erasureNeeds } from '#functions/workers/erasure/needs.ts';
import { writeExport } from '#functions/workers/export/write-export.ts';
import { continueGrants } from '#functions/workers/grants/continue-grants.ts';
import { needs as keywordPlanNeeds } from '#functions/workers/keyword-plan/needs.ts';
import { workOnPlan } from '#functions/workers/keyword-plan/work-on-plan.ts';
import { needs as mailEventsNeeds } from '#functions/workers/mail-events/needs.ts';
import { suppress } from '#functions/workers/mail-events/suppress.ts';
import { copyMedia } from '#functions/workers/media-copies/copy-media.ts';
import { needs as mediaCopiesNeeds } from '#functions/workers/media-copies/needs.ts';
import { postNotices } from '#functions/workers/notices/post-notices.ts';
import { sendBulkMail } from '#functions/workers/nudge-email/send-bulk-mail.ts';
import { sendNudge } from '#functions/workers/nudge-email/send-nudge.ts';
import { deliverChanges } from '#functions/workers/outbox/deliver-changes.ts';
import { continuePrune } from '#functions/workers/prune/continue-prune.ts';
import { needs as pruneNeeds } from '#functions/workers/prune/needs.ts';
import { continueReconciliation } from '#functions/workers/reconciliation/continue-reconciliation.ts';
import { needs as reconciliationNeeds } from '#functions/workers/reconciliation/needs.ts';
import { continueRecount } from '#functions/workers/recount/continue-recount.ts';
import { needs as recountNeeds } from '#functions/workers/recount/needs.ts';
import { needs as resetCodesNeeds } from '#functions/workers/reset-codes/needs.ts';
import { workOnMessage as workOnResetCode } from '#functions/workers/reset-codes/work-on-message.ts';
import { makeImport } from '#functions/workers/spend-import/make-import.ts';
import { needs as spendImportNeeds } from '#functions/workers/spend-import/needs.ts';
import { needs as webhookDeliveriesNeeds } from '#functions/workers/webhook-deliveries/needs.ts';
import { workOnWebhook } from '#functions/workers/webhook-deliveries/work-on-webhook.ts';
import { accountErasureQueue, descriptionChecksQueue, resetCodesQueue } from '#shared/accounts/queues.ts';
import { mediaQueue } from '#shared/ads/queues.ts';
import { assistantReportQueue } from '#shared/assistant-ads/queues.ts';
import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { backupQueue, pruneQueue } from '#shared/backup/queues.ts';
import { discoveryQueue } from '#shared/competitors/queues.ts';
import { grantNeeds } from '#shared/credits/grants/needs.ts';
import { grantsQueue } from '#shared/credits/queues.ts';
import { erasureQueue, exportQueue, recountQueue } from '#shared/event-log/queues.ts';
import { erasureFilesIn } from '#shared/event-log/store/erasure-files.ts';
import { keywordPlanQueue } from '#shared/keyword-plans/queues.ts';
import { bulkMailQueue, mailEventsQueue } from '#shared/mail/queues.ts';
import { noticesQueue, nudgeEmailQueue } from '#shared/notifications/queues.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { indexChanges } from '#shared/search/index-changes.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import { verdictsQueue } from '#shared/traffic/queues.ts';
import type { PostRequest } from '#shared/web/safe-post.ts';
import { webhooksQueue } from '#shared/webhooks/queues.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { type QueueHandler, queueWorker } from '#shared/worker/queue-worker.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import type { FunctionDeps } from './function-deps.ts';
import { modelsBehind } from './llm.ts';
import { objectStoreIn } from './object-store.ts';
import { partOf } from './outgoing.ts';
import { webBehind } from './web-behind.ts';

export function consumersOf(deps: FunctionDeps) {
  const { world, host, queuesOf, workerDeps, searchIndexDeps } = deps;
  const consumers = {
    'conversion-totals': streamWorker(
      'conversion-totals',
      () => ({
        ...depsOf(conversionTotalsNeeds, host('conversion-totals')),
        queues: queuesOf('conversion-totals'),
        reportFailure: failuresIn(deps, 'conversion-totals'),
      }),
      (batch, needs) => project(batch, needs, world.projections),
    ),
    outbox: streamWorker('outbox', () => workerDeps('outbox'), deliverChanges),
  };
  // Most tests would wait for a search index that they do not read.
  const searchIndex = { 'search-index': streamWorker('search-index', searchIndexDeps, indexChanges) };
  return { consumers, searchIndex };
}

export function workersOf(deps: FunctionDeps) {
  const { world, door, host, queuesOf, mailerOf, messengerOf, discoveryParts, objectsOf } = deps;
  return {
    mail_events: queueWorker(
      mailEventsQueue,
      () => ({ ...depsOf(mailEventsNeeds, host('mail-events')), queues: queuesOf('mail-events') }),
      suppress,
    ),
    erasure: queueWorker(
      erasureQueue,
      () => ({
        ...depsOf(erasureNeeds, host('erasure')),
        erasureFiles: erasureFilesIn(objectStoreIn(deps.world.backups, 'erasure', door.pass)),
        queues: queuesOf('erasure'),
      }),
      continueErasure,
    ),
    export: queueWorker(exportQueue, deps.exportDeps, writeExport),
    reconciliation: queueWorker(
      reconciliationQueue,
      () => ({
        ...depsOf(reconciliationNeeds, host('reconciliation')),
        queues: queuesOf('reconciliation'),
        objects: objectsOf('reconciliation'),
      }),
      continueReconciliation,
    ),
    spend_import: queueWorker(
      spendImportQueue,
      () => ({
        ...depsOf(spendImportNeeds, host('spend-import')),
        queues: queuesOf('spend-import'),
        objects: objectsOf('spend-import'),
      }),
      makeImport,
    ),
    effects: queueWorker(effectsQueue, () => deps.workerDeps('effects'), deliverEffect),
    backup: queueWorker(backupQueue, deps.backupDeps, continueBackup),
    prune: queueWorker(pruneQueue, () => ({ ...depsOf(pruneNeeds, host('prune')), queues: queuesOf('prune') }), continuePrune),
    recount: queueWorker(
      recountQueue,
      () => ({ ...depsOf(recountNeeds, host('recount')), queues: queuesOf('recount'), pageItems: 7 }),
      continueRecount,
    ),
    verdicts: queueWorker(
      verdictsQueue,
      () => ({ ...depsOf(clickVerdictsNeeds, host('click-verdicts')), queues: queuesOf('click-verdicts') }),
      decide,
    ),
    account_erasure: queueWorker(
      accountErasureQueue,
      () => ({
        ...depsOf(accountErasureNeeds, host('account-erasure')),
        queues: queuesOf('account-erasure'),
        files: objectsOf('account-erasure'),
        exportFiles: objectsOf('account-erasure'),
        waitingMails: {
          forget: (address: string) =>
            door.pass({ by: 'account-erasure', operation: 'ForgetMails' }, async () => {
              const others = deps.world.mails.filter(({ to }) => to !== address);
              deps.world.mails.splice(0, Number.POSITIVE_INFINITY, ...others);
            }),
        },
        sizes: { pageItems: world.backupSizes.pageItems },
      }),
      continueAccountErasure,
    ),
    grants: queueWorker(grantsQueue, () => ({ ...depsOf(grantNeeds, host('grants')), queues: queuesOf('grants') }), continueGrants),
    discovery: queueWorker(
      discoveryQueue,
      () => ({
        ...depsOf(discoveryNeeds, host('discovery')),
        ...discoveryParts('discovery'),
        queues: queuesOf('discovery'),
      }),
      workOnSiteTask,
    ),
    assistant_report: queueWorker(
      assistantReportQueue,
      () => ({
        ...depsOf(assistantReportNeeds, host('assistant-report')),
        files: objectsOf('assistant-report'),
        queues: queuesOf('assistant-report'),
      }),
      workOnReport,
    ),
    keyword_plan: queueWorker(
      keywordPlanQueue,
      () => ({ ...depsOf(keywordPlanNeeds, host('keyword-plan')), queues: queuesOf('keyword-plan') }),
      workOnPlan,
    ),
    media: queueWorker(
      mediaQueue,
      () => {
        const deps = depsOf(mediaCopiesNeeds, host('media-copies'));
        return {
          ...deps,
          queues: queuesOf('media-copies'),
          web: webBehind(world.web ?? deps.web, 'media-copies', door.pass),
          files: objectsOf('media-copies'),
        };
      },
      copyMedia,
    ),
    description_checks: queueWorker(
      descriptionChecksQueue,
      () => ({
        ...depsOf(descriptionChecksNeeds, host('description-checks')),
        moderation: modelsBehind(world.models, 'description-checks', door.pass).moderation,
        llm: { model: 'test-model' },
        queues: queuesOf('description-checks'),
      }),
      checkDescription,
    ),
    notices: queueBatchWorker(noticesQueue, deps.noticeDeps, postNotices),
    webhooks: queueWorker(webhooksQueue, () => webhookDepsOf(deps), workOnWebhook),
    nudge_email: queueWorker(nudgeEmailQueue, deps.nudgeDeps, sendNudge),
    bulk_mail: queueBatchWorker(bulkMailQueue, deps.nudgeDeps, sendBulkMail),
    reset_codes: queueWorker(
      resetCodesQueue,
      () => ({
        ...depsOf(resetCodesNeeds, host('reset-codes')),
        mailer: mailerOf('reset-codes'),
        messenger: messengerOf('reset-codes'),
        queues: queuesOf('reset-codes'),
      }),
      workOnResetCode,
    ),
  };
}

const failuresIn =
  ({ world, door }: FunctionDeps, by: FunctionName) =>
  async (queue: FailureQueue, report: object) => {
    if (!queue.endsWith(`-${by}-failed`)) throw new Error(`${by} may not send to ${queue}.`);
    await partOf(
      'queue',
      door.pass({ by, operation: 'SendMessage' }, async () => {
        world.deadLetters.set(queue, [...(world.deadLetters.get(queue) ?? []), JSON.stringify(report)]);
      }),
    );
  };

export const webhookDepsOf = ({ world, door, host, queuesOf }: FunctionDeps) => ({
  ...depsOf(webhookDeliveriesNeeds, host('webhook-deliveries')),
  queues: queuesOf('webhook-deliveries'),
  post: (request: PostRequest) =>
    door.pass({ by: 'webhook-deliveries', operation: 'PostWebhook' }, async () => {
      world.hooks.posts.push(request);
      return await world.hooks.answer(request);
    }),
});

export async function isWorked(worker: QueueHandler, message: object, receives = 1): Promise<boolean> {
  const attributes = { ApproximateReceiveCount: String(receives) };
  const record = { messageId: 'm', receiptHandle: 'r', body: JSON.stringify(message), attributes };
  const event = { Records: [record] } as unknown as Parameters<QueueHandler>[0];
  return (await worker(event, {} as never)).batchItemFailures.length === 0;
}
