import * as z from 'zod';
import { apiUrl, fetchOfHost, takeMessage } from '#functions/api/mcp/needs.ts';
import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import { apiKeyErrors } from '#shared/api-keys/errors.ts';
import { frontEndOrigins } from '#shared/aws/needs.ts';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { isFrontEnd } from '#shared/http/headers.ts';
import { eventPolicy } from '#shared/limits/event-limit.ts';
import { rateLimitHeaders } from '#shared/limits/rate-limit-headers.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { messageShare } from './needs.ts';

const policy = eventPolicy('mcp', messageShare);

const Id = z.union([z.string().max(200), z.number()]);
const Version = z.literal('2.0').meta({ description: 'The version of JSON-RPC.' });
const Message = z
  .looseObject({
    jsonrpc: Version,
    id: Id.optional(),
    method: z.string().max(200).optional().meta({ description: 'Such as `initialize`, `tools/list`, `tools/call`.' }),
    params: z.looseObject({}).optional().meta({ description: 'What the method takes.' }),
  })
  .meta({ id: 'McpMessage', description: 'A message of JSON-RPC 2.0.' });

const Answer = z
  .looseObject({
    jsonrpc: Version,
    id: Id.nullish(),
    result: z.looseObject({}).optional().meta({ description: 'What the method answers.' }),
    error: z
      .looseObject({ code: z.number(), message: z.string() })
      .optional()
      .meta({ description: 'What went wrong. Absent or `null` if nothing did.' }),
  })
  .meta({ id: 'McpAnswer', description: 'The answer to a message.' });

const header = z.string().max(200).optional();
const protocolHeaders = z.object({
  'mcp-protocol-version': header.meta({ description: 'The revision of the protocol.' }),
  'mcp-method': header.meta({ description: 'Repeats `method`, from revision 2026-07-28 on.' }),
  'mcp-name': header.meta({ description: 'Repeats the name of the tool, from revision 2026-07-28 on.' }),
});
const headerNames = Object.keys(protocolHeaders.shape);

export const callMcp = defineEndpoint({
  id: 'callMcp',
  method: 'POST',
  path: '/mcp',
  auth: 'readKey',
  needs: { apiUrl, fetch: fetchOfHost, frontEndOrigins, takeMessage },
  cors: 'front_ends',
  summary: 'Answer an assistant by the Model Context Protocol',
  description:
    'Takes a message of the Model Context Protocol (streamable HTTP, without sessions or streams) and returns the answer as JSON. ' +
    'The tools read reports, and nothing else: the read-only key decides of which account, environment and pixel. ' +
    'A page of another origin than the front ends is refused. See the guide for assistants.',
  maxBodyBytes: 131_072,
  headers: protocolHeaders,
  query: z.object({
    time_zone: z
      .string()
      .max(64)
      .default('UTC')
      .meta({ description: 'The IANA time zone of days that the assistant names, such as `Europe/Lisbon`.' }),
  }),
  body: Message,
  responses: {
    200: Answer,
    202: raw('text/plain; charset=utf-8', 'The message needs no answer.'),
    400: Answer,
    404: Answer,
  },
  answers: {
    200: 'The answer. A tool that failed says so in it.',
    400: 'The message is not one of the protocol, or of an unknown revision.',
    404: 'The protocol has no such method here.',
  },
  errors: [apiKeyErrors.origin_not_allowed, serviceErrors.too_many_requests, serviceErrors.payload_too_large],
  rateLimit: policy,
  example: {
    query: { time_zone: 'Europe/Lisbon' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    responses: {
      200: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'conversion_report' }] } },
      202: '',
      400: { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid Request' } },
      404: { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found' } },
    },
  },
  check({ query }) {
    const { time_zone: zone } = query as { time_zone?: unknown };
    return typeof zone !== 'string' || normalizedTimeZone(zone)
      ? []
      : [
          {
            type: 'value_error',
            loc: ['query', 'time_zone'],
            msg: 'An IANA time zone expected, such as Europe/Lisbon',
          },
        ];
  },
  async handle({ query, body, header, actor }, deps) {
    const origin = header('origin');
    if (origin !== undefined && !isFrontEnd(origin, deps.frontEndOrigins))
      throw fail(apiKeyErrors.origin_not_allowed, {
        detail: 'A page of this origin must not ask in the name of a key.',
      });
    const { taken: takenTokens, left: remainingTokens } = deps.takeMessage(actor.keyId, 1);
    const headers = rateLimitHeaders(policy, {
      remaining: remainingTokens,
      resetSeconds: Math.ceil((messageShare.burst - remainingTokens) / messageShare.perSecond),
    });
    if (takenTokens < 1) throw fail(serviceErrors.too_many_requests, { headers: { ...headers, 'retry-after': '1' } });
    const [{ answerMessage }, { mcpServer }, { keyReader }] = await Promise.all([
      import('./answer-message.ts'),
      import('#packages/cli/src/mcp/server.ts'),
      import('#packages/cli/src/mcp/key-reader.ts'),
    ]);
    const zone = normalizedTimeZone(query.time_zone) ?? 'UTC';
    const key =
      header('authorization')
        ?.replace(/^Bearer +/i, '')
        .trim() ?? '';
    const { apiUrl, fetch, now } = deps;
    const reader = () => keyReader({ apiUrl, fetch, key, zone, now });
    const { status, text } = await answerMessage(body, {
      headers: Object.fromEntries(headerNames.flatMap((name) => (header(name) ? [[name, header(name) ?? '']] : []))),
      makeServer: () => mcpServer({ zone, rights: actor.scope === 'performance' ? 'performance' : 'reports', reader }),
    });
    if (status === 202) return reply(202, '', headers);
    const answer = JSON.parse(text) as z.input<typeof Answer>;
    return reply(status === 200 || status === 404 ? status : 400, answer, headers);
  },
});
