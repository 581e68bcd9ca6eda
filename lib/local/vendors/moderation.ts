import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { keyless, openAiError } from './openai-error.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

/** A match or a marker such as `[[hate/threatening]]` flags a text. */
const categories: Record<string, RegExp | null> = {
  harassment: /\b(idiots|morons|scum)\b/i,
  'harassment/threatening': null,
  hate: /\b(nazis?|racists?|white power|subhuman)\b|\bhate (all|those|these)\b/i,
  'hate/threatening': null,
  illicit: /\b(cocaine|heroin|meth|stolen credit cards|money laundering)\b/i,
  'illicit/violent': /\b(bombs?|explosives|hitm[ae]n)\b/i,
  'self-harm': /\b(suicide|self-harm)\b/i,
  'self-harm/intent': null,
  'self-harm/instructions': null,
  sexual: /\bporn/i,
  'sexual/minors': null,
  violence: /\b(murder|massacre|torture|terrorists?)\b|\bkill(ing|s)? (all|people|everyone|you|them)\b/i,
  'violence/graphic': null,
};

const Request = z.object({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string())]),
});

export const moderation = (): Vendor => ({
  name: 'moderation',
  basePath: '/v1',
  routes: { 'POST /moderations': moderate },
  refusal: (status) => openAiError(status),
});

function moderate(asked: Asked): Answer {
  const refused = keyless(asked);
  if (refused) return refused;
  const { data: request } = Request.safeParse(asked.body);
  if (!request) return openAiError(400, { message: 'Invalid request.', code: 'invalid_value' });
  const id = randomUUID().replaceAll('-', '');
  return {
    status: 200,
    headers: { 'x-request-id': `req_${id}` },
    body: { id: `modr-${id}`, model: request.model, results: [request.input].flat().map(resultOf) },
  };
}

function resultOf(text: string) {
  const flags = Object.entries(categories).map(([name, words]): [string, boolean] => [
    name,
    text.includes(`[[${name}]]`) || words?.test(text) === true,
  ]);
  const each = <T>(value: (isFlagged: boolean) => T) => Object.fromEntries(flags.map(([name, isFlagged]) => [name, value(isFlagged)]));
  return {
    flagged: flags.some(([, isFlagged]) => isFlagged),
    categories: each((isFlagged) => isFlagged),
    category_scores: each((isFlagged) => (isFlagged ? 0.98 : 0.0001)),
    category_applied_input_types: each((isFlagged) => (isFlagged ? ['text'] : [])),
  };
}
