import type { User } from '#shared/accounts/rules/users.ts';
import type { ContentSession, ImageConversation } from '#shared/prompts/rules/conversations.ts';
import { indexDocument } from '#shared/search/index-document.ts';
import { type DocumentRef, fieldsOfUser, placeOf } from '#shared/search/rules/search-documents.ts';
import type { Item } from '#shared/store/item.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';
import type { IndexDeps } from './index-document.ts';
import { type SealDeps, sealAfter } from './seal-segments.ts';

type Deps = IndexDeps & SealDeps;

const documentsAtOnce = 8;
const pageDocuments = 100;

/** A document is rebuilt from its current sources, so redelivery changes nothing. */
export async function indexChanges({ changes }: Batch, deps: Deps): Promise<void> {
  const refs = (await Promise.all(changes.map((change) => concerned(change, deps)))).flat();
  const distinct = [...new Map(refs.map((ref) => [placeOf(ref), ref])).values()];
  let changed: DocumentRef | undefined;
  const index = async (ref: DocumentRef) => {
    if (await indexDocument(ref, deps)) changed = ref;
  };
  await forEachConcurrent(distinct, documentsAtOnce, index);
  for (const { kind, userId } of distinct) {
    if (kind !== 'user') continue;
    let before: string | undefined;
    do {
      const page = await deps.documents.ofUser(userId, { before, limit: pageDocuments });
      const others = page.held.filter(({ document }) => document.kind !== 'user');
      await forEachConcurrent(others, documentsAtOnce, ({ document }) => index(document));
      before = page.next;
    } while (before !== undefined);
  }
  if (changed) await sealAfter(placeOf(changed), deps);
}

async function concerned({ before, after }: Change, { sources }: Deps): Promise<DocumentRef[]> {
  const item = (after ?? before) as Item;
  if (item.kind === 'user') {
    const [was, is] = [before, after].map((image) => image && textOf(image as unknown as User));
    return was === is ? [] : [refOf('user', item as unknown as User)];
  }
  if (item.kind === 'content_session') return [refOf('conversation', item as unknown as ContentSession)];
  if (item.kind === 'image_conversation') return [refOf('image', item as unknown as ImageConversation)];
  // A prompt is part of its conversation's document, so the conversation is indexed again.
  const conversation = await sources.imageConversation(Number(item.imageConversationId));
  return conversation ? [refOf('image', conversation)] : [];
}

const textOf = (user: User) => JSON.stringify(fieldsOfUser(user));

type Source = { id: string | number; userId?: AccountId; createdAt: string };
const refOf = (kind: DocumentRef['kind'], { id, userId, createdAt }: Source): DocumentRef => ({
  kind,
  id: String(id),
  userId: userId ?? Number(id),
  createdAt,
});
