import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { keyOf } from '#shared/search/items.ts';
import { type DocumentRef, foldedTexts, placeOf, type SearchDocument, type SearchField } from '#shared/search/rules/search-documents.ts';
import { gramsOf, signatureOf } from '#shared/search/rules/trigrams.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import { formAmong, readText, type TextForm } from '#shared/store/stored-form.ts';
import type { Table } from '#shared/store/table.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type SearchDocuments = ReturnType<typeof searchDocumentsIn>;

type DocumentItem = Item &
  DocumentRef & {
    docKind: DocumentRef['kind'];
    title: string;
    texts: string;
    version: string;
    digest: string;
  };
/** A shard of fresh entries takes about 330 documents a second. */
export const freshShards = 16;
export const freshShardOf = (place: string): number => Number.parseInt(sha256(place).slice(0, 4), 16) % freshShards;

type FreshItem = Item & { form?: number; userId: AccountId; version: string; signature: string };

/** A later form has other rules for trigrams or fingerprints. Every item of the index may have its number. */
export const indexForms = [{ form: 1 }];
export const checkIndexForm = ({ form }: { form?: number }): void => void formAmong(indexForms, form, 'the search index');

export type Pointer = { place: string; userId: AccountId };
export type Fresh = Pointer & { shard: number; version: string; signature: string };
export type Held = { document: SearchDocument; version: string; digest: string };

/** A document is fresh until a segment holds it. */
export const searchDocumentsIn = (table: Table) => ({
  async get(ref: DocumentRef): Promise<Held | null> {
    const item = await table.get<DocumentItem>(keyOf.searchDocument(ref.userId, placeOf(ref)), {
      consistent: true,
    });
    return item && heldOf(item);
  },

  async many(pointers: readonly Pointer[]): Promise<Map<string, Held>> {
    const keys = pointers.map(({ userId, place }): Key => keyOf.searchDocument(userId, place));
    const items = await table.getMany<DocumentItem>(keys, { consistent: true });
    return new Map(items.map((item) => [item.sk, heldOf(item)]));
  },

  async ofUser(accountId: AccountId, { before, limit }: { before: string | undefined; limit: number }) {
    const { pk } = keyOf.searchDocument(accountId, '');
    const { items, more } = await table.last<DocumentItem>(pk, { before, limit, consistent: true });
    return { held: items.map(heldOf), next: more ? items.at(-1)?.sk : undefined };
  },

  async write(document: SearchDocument, version: string | null): Promise<boolean> {
    const place = placeOf(document);
    const next = randomText(16);
    const { kind, id, userId, createdAt, title } = document;
    const texts = gzipJson(document);
    const freshFields = { userId, version: next, signature: signatureOf(gramsOf(foldedTexts(document))) };
    return tookEffect(
      table.transact([
        {
          put: {
            ...keyOf.searchDocument(userId, place),
            kind: 'search_document',
            docKind: kind,
            id,
            userId,
            createdAt,
            title,
            texts,
            version: next,
            digest: digestOf(document),
          },
          ...stands(version),
        },
        { put: { ...freshKey(place), kind: 'search_fresh', ...freshFields } },
      ]),
    );
  },

  remove: (ref: DocumentRef, version: string): Promise<boolean> => {
    const place = placeOf(ref);
    // An earlier version wrote all entries into the first shard.
    const shards = [...new Set([0, freshShardOf(place)])];
    return tookEffect(
      table.transact([
        { remove: keyOf.searchDocument(ref.userId, place), ...stands(version) },
        ...shards.map((shard) => ({ remove: keyOf.searchFresh(shard, place) })),
      ]),
    );
  },

  async fresh(): Promise<Fresh[]> {
    const shards = await Promise.all(Array.from({ length: freshShards }, (_, shard) => freshIn(table, shard, Infinity)));
    return shards.flat().sort((a, b) => (a.place < b.place ? -1 : 1));
  },

  freshIn: (shard: number, limit: number): Promise<Fresh[]> => freshIn(table, shard, limit),

  notFresh: ({ place, shard, version }: Fresh): Promise<boolean> => table.remove(keyOf.searchFresh(shard, place), stands(version)),
});

const freshKey = (place: string) => keyOf.searchFresh(freshShardOf(place), place);

async function freshIn(table: Table, shard: number, limit: number): Promise<Fresh[]> {
  const { pk } = keyOf.searchFresh(shard, '');
  const entries: Fresh[] = [];
  for await (const item of table.query<FreshItem>(pk, ['0', ':'], { consistent: true })) {
    checkIndexForm(item);
    const { sk, userId, version, signature } = item;
    entries.push({ place: sk, shard, userId, version, signature });
    if (entries.length >= limit) break;
  }
  return entries;
}

export const digestOf = ({ title, fields, userFields }: SearchDocument) => sha256(JSON.stringify([title, fields, userFields]));

const stands = (version: string | null) =>
  version === null
    ? { condition: 'attribute_not_exists(pk)' }
    : { condition: '#version = :version', names: { '#version': 'version' }, values: { ':version': version } };

type Pairs = [name: string, text: string][];
const pairs = (fields: readonly SearchField[]): Pairs => fields.map(({ name, text }) => [name, text]);
const unpaired = (fields: Pairs): SearchField[] => fields.map(([name, text]) => ({ name, text }));

/** Compressed documents have a third of their size. */
const gzipJson = ({ fields, userFields }: SearchDocument) =>
  deflateRawSync(JSON.stringify([pairs(fields), pairs(userFields)])).toString('base64');

const forms: TextForm<[Pairs, Pairs]>[] = [{ form: 1, read: (text) => JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) }];

function heldOf({ docKind, id, userId, createdAt, title, texts, version, digest }: DocumentItem): Held {
  const [fields, userFields] = readText(forms, texts, 'a search document').map(unpaired);
  const document = { kind: docKind, id, userId, createdAt, title };
  return { document: { ...document, fields: fields ?? [], userFields: userFields ?? [] }, version, digest };
}
