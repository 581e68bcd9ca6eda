import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { eventIndexIn } from '#shared/conversions/store/event-index.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, attribution } = createContext(host);
  return {
    now,
    random,
    clicks: clicksIn(attribution()),
    clickRules: clickRulesIn(attribution()),
    conversions: conversionsIn(attribution()),
    eventIndex: eventIndexIn(attribution()),
    queues: queueSender(env, host),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
