import * as z from 'zod';
import { type Hit, type SearchDocument, searchKinds } from '#shared/search/rules/search-documents.ts';
import { snippetOf } from '#shared/search/rules/search-snippet.ts';

export const SearchResult = z
  .object({
    kind: z.enum(searchKinds).meta({ description: 'Kind of the result.' }),
    id: z.union([z.int().min(1), z.string()]).meta({
      description:
        'Of a user: its id. Of a conversation: the id of the content session. Of an image: the id of the image conversation, ' +
        'with the prompts that were stored for it.',
    }),
    user_id: z.int().min(1),
    title: z.string(),
    snippet: z.string().meta({ description: 'Plain text (not HTML) around the match.' }),
    highlights: z
      .array(
        z.object({
          start: z.int().min(0).meta({ description: 'Position of the first character.' }),
          end: z.int().min(0).meta({ description: 'Position after the last character.' }),
        }),
      )
      .meta({ description: 'Position of the match in `snippet`, in UTF-16 units, the end excluded.' }),
    matched_field: z
      .string()
      .nullable()
      .meta({
        description:
          'Where `q` was found: `title`, `step` (conversations), `prompt`, `negative_prompt`, `style`, `element`, `message` ' +
          '(images), `email`, `company` and so on (users); `user.email` and so on if the match is in the user, `key` if `q` is a key of the user. Null for an empty `q`.',
      }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SearchResult' });

export function searchResultOf({
  document: { kind, id, userId, title, createdAt },
  hit,
}: {
  document: SearchDocument;
  hit: Hit;
}): z.input<typeof SearchResult> {
  return {
    kind,
    id: kind === 'conversation' ? id : Number(id),
    user_id: userId,
    title,
    ...snippetOf(hit),
    matched_field: hit.name && hit.ofUser ? `user.${hit.name}` : hit.name,
    created_at: createdAt,
  };
}

export const exampleResult: z.input<typeof SearchResult> = {
  kind: 'image',
  id: 245_813_760_001_187,
  user_id: 245_813_760_001_024,
  title: 'Prompt from an ad of Strideworks',
  snippet: 'A waterproof trail shoe on wet granite, low sun.',
  highlights: [{ start: 2, end: 12 }],
  matched_field: 'prompt',
  created_at: '2026-11-21T12:00:00.000Z',
};
