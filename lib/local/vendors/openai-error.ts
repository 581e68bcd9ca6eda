import { randomUUID } from 'node:crypto';
import type { Answer, Asked } from './vendor-server.ts';

const types: Record<number, string> = {
  401: 'invalid_request_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};
const codes: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'not_found',
  429: 'rate_limit_exceeded',
};

export const openAiError = (
  status: number,
  {
    message = 'Something went wrong.',
    code = codes[status] ?? null,
    type = types[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    param = null,
  }: { message?: string; code?: string | null; type?: string; param?: string | null } = {},
  headers: Record<string, string> = {},
): Answer => ({
  status,
  body: { error: { message, type, param, code } },
  headers: { 'x-request-id': `req_${randomUUID().replaceAll('-', '')}`, ...headers },
});

export const keyless = ({ header }: Asked): Answer | null =>
  /^Bearer \S/.test(header('authorization') ?? '') ? null : openAiError(401, { message: 'You did not provide an API key.', code: null });
