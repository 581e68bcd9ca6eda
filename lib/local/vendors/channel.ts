import * as z from 'zod';
import type { Answer, Vendor } from './vendor-server.ts';

const Message = z.object({ text: z.string().min(1) });

/** The vendor allows about one message a second, with short bursts. */
const burst = 10;
const perSecond = 1;

export function channel(now: () => number = Date.now): Vendor {
  let tokens = burst;
  let at = now();
  return {
    name: 'channel',
    routes: {
      'POST /services/{team}/{hook}/{secret}': ({ params, body }): Answer => {
        if (params.secret === 'no-such-hook') return refused(404, 'no_service');
        tokens = Math.min(burst, tokens + ((now() - at) / 1000) * perSecond);
        at = now();
        if (tokens < 1) return { ...refused(429, 'rate_limited'), headers: { 'retry-after': '1' } };
        tokens--;
        return Message.safeParse(body).success ? { status: 200, body: 'ok' } : refused(400, 'no_text');
      },
    },
    refusal: (status) => refused(status, words[status] ?? 'rollup_error'),
  };
}

const words: Record<number, string> = {
  400: 'invalid_payload',
  403: 'action_prohibited',
  404: 'no_service',
  410: 'channel_is_archived',
  429: 'rate_limited',
};

const refused = (status: number, word: string): Answer => ({ status, body: word });
