import { randomBytes } from 'node:crypto';
import type { Answer } from './vendor-server.ts';

export const graphError = (
  status: number,
  code: number,
  sentence: string,
  { headers = {}, ...more }: { error_subcode?: number; headers?: Record<string, string> } = {},
): Answer => ({
  status,
  headers,
  body: {
    error: {
      message: `(#${code}) ${sentence}`,
      type: 'OAuthException',
      code,
      is_transient: code === 1 || code === 2,
      ...more,
      fbtrace_id: randomBytes(8).toString('hex'),
    },
  },
});

export const throttled = (code: number, minutes = 12): Answer =>
  graphError(code === 4 ? 403 : 400, code, 'Application request limit reached', {
    headers: {
      'x-business-use-case-usage': JSON.stringify({
        '100000000000001': [
          {
            type: 'ads_insights',
            call_count: 100,
            total_cputime: 25,
            total_time: 25,
            estimated_time_to_regain_access: minutes,
          },
        ],
      }),
    },
  });

export function graphRefusal(status: number): Answer {
  if (status === 429) return { ...throttled(613), status };
  if (status >= 500) return graphError(status, 2, 'Service temporarily unavailable');
  const [code, sentence] = codes[status] ?? [100, 'Invalid parameter'];
  return graphError(status, code, sentence);
}
const codes: Record<number, readonly [number, string]> = {
  401: [190, 'Invalid OAuth access token'],
  403: [10, 'Application does not have permission for this action'],
  404: [2500, 'Unknown path components'],
};
