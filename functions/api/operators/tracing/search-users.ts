import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { exampleUser, UserRecord, userRecordOf } from '#shared/accounts/user-record.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { type Found, find } from '#shared/search/find.ts';
import { documents, segments } from '#shared/search/needs.ts';
import { normalizeForSearch } from '#shared/search/rules/normalize-for-search.ts';
import { searchedFor } from '#shared/search/searched-for.ts';
import { exampleAnswer, searchAnswer, searchAnswerOf, searchQuery } from './page-query.ts';

const needs = { audit, documents, segments, users };
type Deps = DepsOf<typeof needs>;

type Page = { ids: number[] } & Omit<Found, 'hits'>;

export const searchUsers = defineEndpoint({
  id: 'searchUsers',
  method: 'GET',
  path: '/api/v1/dev/tracing/users/search',
  auth: 'operator',
  needs,
  summary: 'Search users',
  description:
    'Finds users by a part of their e-mail address or by their id, newest first. With both, both must match; with neither, all users are returned. Every search is recorded.',
  query: z.object({
    email: z.string().max(300).default('').meta({ description: 'Any part of the e-mail address, case-insensitive.' }),
    user_id: z.coerce.number().int().min(1).optional().meta({ description: 'Return only this user.' }),
    ...searchQuery,
  }),
  responses: {
    200: z.object({ users: z.array(UserRecord).meta({ description: 'The users.' }), ...searchAnswer }).meta({ id: 'UserSearchResults' }),
  },
  example: {
    query: { email: '@northwind.example' },
    responses: {
      200: { users: [exampleUser], ...exampleAnswer },
    },
  },

  async handle({ query: { email, user_id, limit, offset, cursor }, actor: { by } }, deps) {
    const { ids, ...pageFacts } = user_id === undefined ? await byEmail({ email, limit, offset, before: cursor }, deps) : byId(user_id);
    const usersById = await deps.users.byIds(ids);
    const users = ids
      .flatMap((id) => usersById.get(id) ?? [])
      .filter((user) => user_id === undefined || normalizeForSearch(user.email).includes(normalizeForSearch(email)));
    const shown = user_id === undefined ? users : users.slice(offset);
    await deps.audit.record({
      actor: by,
      action: 'search_users',
      userId: user_id ?? null,
      details: {
        ...(await searchedFor(email, deps.secrets)),
        limit,
        offset,
        shown_user_ids: shown.map(({ id }) => id),
      },
    });
    return ok({
      users: shown.map(userRecordOf),
      ...searchAnswerOf({ limit, offset }, pageFacts),
      ...(user_id !== undefined && { total_estimate: users.length }),
    });
  },
});

async function byEmail(
  { email, ...page }: { email: string; limit: number; offset: number; before: string | undefined },
  deps: Deps,
): Promise<Page> {
  const { hits, ...rest } = await find({ q: email, kind: 'user', only: ['email'], ...page }, deps);
  return { ids: hits.map(({ document }) => document.userId), ...rest };
}

const byId = (id: number): Page => ({
  ids: [id],
  totalEstimate: 1,
  hasMore: false,
  isPartial: false,
  leftAt: null,
});
