import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  {
    name: 'prompt',
    table: 'analysis',
    pk: (id) => keyOf.promptOfUser(id, 0).pk,
    async more({ imageConversationId }, { analysis }) {
      const key = keyOf.imageConversation(Number(imageConversationId));
      const conversation = await analysis.get(key, { consistent: true });
      return conversation ? [conversation] : [];
    },
  },
];
