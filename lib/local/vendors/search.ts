import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { companies } from '#lib/local/market/market.ts';
import { searchMarket } from '#lib/local/market/search-market.ts';
import type { Answer, Asked, Vendor } from './vendor-server.ts';

const Request = z.object({
  query: z.string().min(1).max(400),
  search_depth: z.enum(['basic', 'advanced', 'fast', 'ultra-fast']).default('basic'),
  topic: z.enum(['general', 'news', 'finance']).default('general'),
  max_results: z.int().min(0).max(20).default(5),
  country: z.string().nullish(),
  include_usage: z.boolean().default(false),
});

/** `[[plan-limit]]` simulates used-up credits. */
export const search = (): Vendor => ({
  name: 'search',
  routes: { 'POST /search': find },
  refusal: (status) => refused(status, words[status] ?? 'Something went wrong.'),
});

const words: Record<number, string> = {
  401: 'Unauthorized: missing or invalid API key.',
  404: 'Not Found',
  429: 'Your request has been blocked due to excessive requests.',
  432: "This request exceeds your plan's set usage limit.",
  433: 'This request exceeds the pay-as-you-go limit.',
};

function find({ header, body }: Asked): Answer {
  if (!/^Bearer \S/.test(header('authorization') ?? '')) return refused(401, words[401] ?? '');
  const { data: request, error } = Request.safeParse(body);
  if (!request) return refused(400, `${error.issues[0]?.path.join('.')}: invalid.`);
  const { query, max_results, search_depth, include_usage } = request;
  if (query.includes('[[plan-limit]]')) return refused(432, words[432] ?? '');
  const country = request.country ? codeOf(request.country) : null;
  if (country === undefined) return refused(400, 'Invalid country.');
  const results = searchMarket(query, { most: max_results, country });
  return {
    status: 200,
    body: {
      query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: results.map((result) => ({ ...result, raw_content: null })),
      response_time: 0.71,
      request_id: randomUUID(),
      ...(include_usage && { usage: { credits: search_depth === 'advanced' ? 2 : 1 } }),
    },
  };
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const codes = new Map(companies.map(({ country }) => [names.of(country)?.toLowerCase(), country]));
const codeOf = (name: string) => codes.get(name);

const refused = (status: number, message: string): Answer => ({
  status,
  body: { detail: { error: message } },
});
