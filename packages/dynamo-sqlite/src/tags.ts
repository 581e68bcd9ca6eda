import { invalid, malformed, notFound } from './refusals.ts';

type Tag = { Key: string; Value: string };
type TagInput = { ResourceArn: string; Tags?: Tag[]; TagKeys?: string[] };
type Taggable = { tags?: Record<string, string> | undefined };
type Tables<T> = { tableAt(arn: string): T | undefined; save(table: T): void };

const maxTags = 50;
const maxKey = 128;
const maxValue = 256;
const characters = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

export function withTags(current: Record<string, string> = {}, tags: readonly Tag[] = []): Record<string, string> {
  const next = new Map(Object.entries(current));
  const givenKeys = new Set<string>();
  for (const tag of tags) {
    if (typeof tag?.Key !== 'string' || typeof tag.Value !== 'string') throw malformed('A tag has a Key and a Value.');
    const { Key, Value } = tag;
    if (Key.length < 1 || Key.length > maxKey || Value.length > maxValue)
      throw invalid(`A tag has a key of 1 to ${maxKey} characters and a value of at most ${maxValue}`);
    if (!characters.test(Key) || !characters.test(Value)) throw invalid(`Invalid characters in the tag ${Key}`);
    if (givenKeys.has(Key)) throw invalid(`Duplicate tag key: ${Key}`);
    givenKeys.add(Key);
    next.set(Key, Value);
  }
  if (next.size > maxTags) throw invalid(`A table has at most ${maxTags} tags`);
  return Object.fromEntries(next);
}

export function tagsOf<T extends Taggable>({ tableAt, save }: Tables<T>) {
  const tableOf = (arn: string): T => {
    if (!/^arn:[^:]+:dynamodb:[^:]*:\d{12}:table\/[\w.-]{3,255}$/.test(arn)) throw invalid(`Invalid ResourceArn: ${arn}`);
    const table = tableAt(arn);
    if (!table) throw notFound(`ResourceArn: ${arn}`);
    return table;
  };
  const required = (list: readonly unknown[] | undefined, name: string) => {
    if (!list?.length) throw invalid(`At least one of ${name} is required`);
  };
  return {
    reads: {
      ListTagsOfResource({ ResourceArn }: TagInput) {
        const tags = Object.entries(tableOf(ResourceArn).tags ?? {});
        return { Tags: tags.map(([Key, Value]) => ({ Key, Value })) };
      },
    },
    writes: {
      TagResource({ ResourceArn, Tags }: TagInput) {
        const table = tableOf(ResourceArn);
        required(Tags, 'Tags');
        table.tags = withTags(table.tags, Tags);
        save(table);
        return {};
      },
      UntagResource({ ResourceArn, TagKeys }: TagInput) {
        const table = tableOf(ResourceArn);
        required(TagKeys, 'TagKeys');
        table.tags = Object.fromEntries(Object.entries(table.tags ?? {}).filter(([key]) => !TagKeys?.includes(key)));
        save(table);
        return {};
      },
    },
  };
}
