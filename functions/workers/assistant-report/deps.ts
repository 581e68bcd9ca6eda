import { depsOf, files, queues, userTasks } from '#functions/deps.ts';
import type { AssistantReportDeps } from '#shared/assistant-ads/make-report.ts';
import { adDaysIn } from '#shared/assistant-ads/store/ad-days.ts';
import { assistantAdsIn } from '#shared/assistant-ads/store/assistant-ads.ts';
import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { openAiAds, openAiAdsCodeOf } from '#shared/assistant-ads/vendors/openai-ads.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import { recordedLlmOf } from '#shared/llm/vendors/llm-of.ts';
import type { Secrets } from '#shared/secrets.ts';
import { spendDaysIn } from '#shared/spend/store/spend-days.ts';
import { spendImportsIn } from '#shared/spend/store/spend-imports.ts';
import { spendStopsIn } from '#shared/spend/store/spend-stops.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import type { QueueDeps } from '#shared/worker/queue-batch-worker.ts';

export function makeDeps(host: Overrides = {}): AssistantReportDeps & QueueDeps {
  const context = createContext(host);
  const { env, now, random, secrets, accounts, attribution, analysis } = context;
  return {
    ...depsOf(context, { tasks: userTasks, files, queues }),
    assistantAds: assistantAdsIn(accounts(), { now }),
    adDays: adDaysIn(analysis(), { now }),
    reports: assistantReportsIn(analysis()),
    llm: recordedLlmOf(env, { secrets, random, analysis, now, fetch: host.fetch }),
    openAccount: accountsOf(env, { secrets, random, fetch: host.fetch }),
    spendDays: spendDaysIn(attribution()),
    spendImports: spendImportsIn(attribution(), { now }),
    spendStops: spendStopsIn(attribution()),
  };
}

type With = { secrets: Secrets; random: () => number; fetch: typeof fetch | undefined };

/** Our key opens accounts that gave us access. */
function accountsOf(
  { ASSISTANT_BASE_URL, STAGE }: Env,
  { secrets, random, fetch }: With,
): AssistantReportDeps['openAccount'] {
  const call = vendorCall({
    ...{ vendor: 'assistant', baseUrl: ASSISTANT_BASE_URL, stage: STAGE, random, fetch },
    ...{ timeoutMs: 30_000, maxAnswerBytes: 8 * 1_048_576, codeOf: openAiAdsCodeOf },
  });
  return ({ accountId, credentialRef }) =>
    credentialRef === null
      ? openAiAds({ call, accountId, apiKey: () => secrets.ofVendor('assistant_api_key') })
      : openAiAds({ call, accountId: null, apiKey: () => secrets.ofAdAccount(credentialRef) });
}
