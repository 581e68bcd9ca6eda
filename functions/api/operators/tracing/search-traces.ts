import * as z from 'zod';
import type { Deps } from '#functions/http/tracing/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { find } from '#shared/search/find.ts';
import { searchKinds } from '#shared/search/rules/search-documents.ts';
import { exampleAnswer, searchAnswer, searchAnswerOf, searchQuery } from './page-query.ts';
import { exampleResult, SearchResult, searchResultOf } from './search-result.ts';
import { searchedFor } from './searched-for.ts';

export const searchTraces = defineEndpoint<Deps>()({
  id: 'searchTraces',
  method: 'GET',
  path: '/api/v1/dev/tracing/search',
  auth: 'operator',
  cors: 'none',
  summary: 'Search users, conversations and prompts',
  description:
    "Searches users and companies, conversations and stored image prompts. Finds the literal text of `q` anywhere, including inside words. No character has a special meaning. Case is ignored in every script (`STRASSE` finds `Straße`); accents are not. A match of a user or company also returns that user's conversations and images. Newest first. A search that takes longer than two seconds returns what it found (`partial`). New data appears after a moment. Every search is recorded.",
  query: z.object({
    q: z.string().max(200).default('').meta({ description: 'Text to find. Empty returns everything.' }),
    kind: z.enum(searchKinds).optional(),
    user_id: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Return only results of this user.' }),
    ...searchQuery,
  }),
  responses: {
    200: z.object({ results: z.array(SearchResult), ...searchAnswer }).meta({ id: 'SearchResults' }),
  },
  example: {
    query: { q: 'waterproof', limit: 20 },
    responses: {
      200: { results: [exampleResult], ...exampleAnswer },
    },
  },

  async handle({ query: { q, kind, user_id, limit, offset, cursor }, actor: { by } }, deps) {
    const found = await find({ q, kind, userId: user_id, limit, offset, before: cursor }, deps);
    await deps.audit.record({
      actor: by,
      action: 'search_traces',
      userId: user_id ?? null,
      details: {
        ...(await searchedFor(q, deps.secrets)),
        ...(kind && { kind }),
        ...{ limit, offset },
        shown_user_ids: [...new Set(found.hits.map(({ document }) => document.userId))],
      },
    });
    return ok({
      results: found.hits.map(searchResultOf),
      ...searchAnswerOf({ limit, offset }, found),
    });
  },
});
