import type { AssistantReportDeps } from '#shared/assistant-ads/make-report.ts';
import { adDays, assistantAds, reports } from '#shared/assistant-ads/needs.ts';
import { openAiAds, openAiAdsCodeOf } from '#shared/assistant-ads/vendors/openai-ads.ts';
import type { Context } from '#shared/aws/context.ts';
import { files, queues } from '#shared/aws/needs.ts';
import { llm } from '#shared/llm/needs.ts';
import { spendDays, spendImports, spendStops } from '#shared/spend/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';

/** Our key opens accounts that gave us access. */
function openAccount({ env, secrets, random, host }: Context): AssistantReportDeps['openAccount'] {
  const call = vendorCall({
    vendor: 'assistant',
    baseUrl: env.ASSISTANT_BASE_URL,
    stage: env.STAGE,
    random,
    fetch: host.fetch,
    timeoutMs: 30_000,
    maxAnswerBytes: 8 * 1_048_576,
    codeOf: openAiAdsCodeOf,
  });
  return ({ accountId, credentialRef }) =>
    credentialRef === null
      ? openAiAds({ call, accountId, apiKey: () => secrets.ofVendor('assistant_api_key') })
      : openAiAds({ call, accountId: null, apiKey: () => secrets.ofAdAccount(credentialRef) });
}

export const needs = {
  adDays,
  assistantAds,
  files,
  llm,
  openAccount,
  queues,
  reports,
  spendDays,
  spendImports,
  spendStops,
  tasks: userTasks,
};
