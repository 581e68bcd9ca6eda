import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const templates: Record<string, readonly string[]> = { verification_code: ['en_US', 'en'] };

const parameters = z.tuple([z.object({ type: z.literal('text'), text: z.string().min(1).max(15) })]);
const Message = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\d{7,15}$/),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z.tuple([
      z.object({ type: z.literal('body'), parameters }),
      z.object({
        type: z.literal('button'),
        sub_type: z.literal('url'),
        index: z.union([z.literal('0'), z.literal(0)]),
        parameters,
      }),
    ]),
  }),
});

const numbers: Record<string, () => Answer> = {
  '0001': () => error(400, 131026, 'Message undeliverable'),
  '0002': () => error(429, 130429, 'Rate limit hit'),
};
const slowEnding = '0003';
const slowMs = 30_000;

/** One-time codes use an authentication template of the Cloud API. */
export const messaging = (): Vendor => ({
  name: 'messaging',
  basePath: '/v26.0',
  routes: { 'POST /{phone_number_id}/messages': send },
  refusal: (status) => error(status, codes[status] ?? (status >= 500 ? 131000 : 100), 'Something went wrong'),
});

function send({ header, body }: Asked): Answer {
  if (!/^Bearer \S/.test(header('authorization') ?? '')) return error(401, 190, 'Invalid OAuth access token - Cannot parse access token');
  const { data: message } = Message.safeParse(body);
  if (!message) return error(400, 100, 'Invalid parameter');
  const { to, template } = message;
  if (!templates[template.name]?.includes(template.language.code))
    return error(404, 132001, 'Template name does not exist in the translation');
  const [first, second] = template.components.map(({ parameters: [{ text }] }) => text);
  if (first !== second) return error(400, 131009, 'Parameter value is not valid');
  const ending = to.slice(-4);
  const special = numbers[ending]?.();
  if (special) return special;
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: `wamid.${randomBytes(24).toString('base64')}`, message_status: 'accepted' }],
    },
    ...(ending === slowEnding && { delayMs: slowMs }),
  };
}

const codes: Record<number, number> = { 401: 190, 403: 10, 404: 2500, 429: 130429 };

const error = (status: number, code: number, sentence: string): Answer => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${sentence}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: sentence },
      fbtrace_id: randomBytes(8).toString('hex'),
    },
  },
});
