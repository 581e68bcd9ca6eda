import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { find } from '#shared/search/find.ts';
import { documents, segments } from '#shared/search/needs.ts';
import { searchKinds } from '#shared/search/rules/search-documents.ts';
import { searchedFor } from '#shared/search/searched-for.ts';
import { exampleAnswer, searchAnswer, searchAnswerOf, searchQuery } from './page-query.ts';
import { exampleResult, SearchResult, searchResultOf } from './search-result.ts';

const needs = { audit, documents, keys, segments, users };
type Deps = DepsOf<typeof needs>;

export const searchTraces = defineEndpoint({
  id: 'searchTraces',
  method: 'GET',
  path: '/api/v1/dev/tracing/search',
  auth: 'operator',
  needs,
  summary: 'Search users, conversations and prompts',
  description:
    "Searches users and companies, conversations and stored image prompts. Finds the literal text of `q` anywhere, including inside words. No character has a special meaning. Case is ignored in every script (`STRASSE` finds `Straße`); accents are not. A match of a user or company also returns that user's conversations and images. Newest first. A search that takes longer than two seconds returns what it found (`partial`). New data appears after a moment. A whole key ID or public key finds its account. Events and requests are found by their ID on their account (`listAccountEvents`). Every search is recorded.",
  query: z.object({
    q: z.string().max(200).default('').meta({ description: 'Text to find. Empty returns everything.' }),
    kind: z.enum(searchKinds).optional().meta({ description: 'Return only results of this kind.' }),
    user_id: z.coerce.number().int().min(1).optional().meta({ description: 'Return only results of this user.' }),
    ...searchQuery,
  }),
  responses: {
    200: z.object({ results: z.array(SearchResult).meta({ description: 'The results.' }), ...searchAnswer }).meta({ id: 'SearchResults' }),
  },
  example: {
    query: { q: 'waterproof', limit: 20 },
    responses: {
      200: { results: [exampleResult], ...exampleAnswer },
    },
  },

  async handle({ query: { q, kind, user_id, limit, offset, cursor }, actor: { by } }, deps) {
    const isOfUsers = (kind ?? 'user') === 'user' && offset === 0 && cursor === undefined;
    const keyed = isOfUsers ? await resultOfKey(q, deps) : null;
    const isShown = keyed && (user_id ?? keyed.user_id) === keyed.user_id;
    const page = isShown
      ? { hits: [], totalEstimate: 1, hasMore: false, isPartial: false, leftAt: null }
      : await find({ q, kind, userId: user_id, limit, offset, before: cursor }, deps);
    const results = isShown ? [keyed] : page.hits.map(searchResultOf);
    await deps.audit.record({
      actor: by,
      action: 'search_traces',
      userId: user_id ?? null,
      details: {
        ...(await searchedFor(q, deps.secrets)),
        ...(kind && { kind }),
        limit,
        offset,
        shown_user_ids: [...new Set(results.map((result) => result.user_id))],
      },
    });
    return ok({
      results,
      ...searchAnswerOf({ limit, offset }, page),
    });
  },
});

async function resultOfKey(text: string, { keys, users }: Pick<Deps, 'keys' | 'users'>): Promise<z.input<typeof SearchResult> | null> {
  const keyId = /^key_[\w-]{1,60}$/.test(text) ? text : (await keys.pixelCaller(text))?.keyId;
  const accountId = keyId === undefined ? null : await keys.accountOf(keyId);
  if (keyId === undefined || accountId === null) return null;
  const [user, key] = await Promise.all([users.byId(accountId), keys.ownKey(accountId, keyId)]);
  if (!user || !key) return null;
  return {
    kind: 'user',
    id: user.id,
    user_id: user.id,
    title: user.fullName || user.company || user.email,
    snippet: `${key.name} (${key.prefix}…${key.last4})`,
    highlights: [],
    matched_field: 'key',
    created_at: user.createdAt,
  };
}
