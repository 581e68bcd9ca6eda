import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key, padded } from '#shared/store/keys.ts';

export const keyOf = {
  imageConversation: (id: number) => key(`IMAGECONVERSATION#${id}`, 'CONVERSATION'),
  storedPrompt: (conversationId: number, id: string) => key(`IMAGECONVERSATION#${conversationId}`, `PROMPT#${id}`),
  contentSession: (id: string) => key(`CONTENTSESSION#${id}`, 'SESSION'),
  sessionCounts: (userId: number) => key(`SESSIONCOUNTS#${userId}`, 'COUNTS'),
  promptOfUser: (userId: number, conversationId: number) => key(`PROMPTS#${userId}`, `CONVERSATION#${padded(conversationId, 16)}`),
  promptRequest: (userId: number, digest: string) => key(`PROMPTREQUEST#${userId}#${digest}`, 'REQUEST'),
};

export const items = {
  IMAGECONVERSATION: { erasure: 'attribute', recovery: 'for_owner', records: ['prompt_conversation'] },
  CONTENTSESSION: { erasure: 'attribute', recovery: 'for_owner', eventualReads: ['GetItem SESSION'] },
  SESSIONCOUNTS: { erasure: 'pk', recovery: 'for_owner', eventualReads: ['GetItem COUNTS'] },
  PROMPTS: { erasure: 'pk', recovery: 'for_owner', records: ['prompt'] },
  PROMPTREQUEST: { erasure: 'pk', recovery: 'for_owner', retention: { prompt_request: { days: 7 } } },
} as const satisfies ItemKinds;
