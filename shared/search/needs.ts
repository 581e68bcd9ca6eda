import type { Context } from '#shared/aws/context.ts';
import { depsIn } from '#shared/aws/deps-of.ts';
import { segmentSize } from './seal-segments.ts';
import { searchDocumentsIn } from './store/search-documents.ts';
import { searchSegmentsIn } from './store/search-segments.ts';
import { searchSourcesIn } from './store/search-sources.ts';

export const documents = ({ analysis }: Context) => searchDocumentsIn(analysis());
export const segments = ({ analysis, now }: Context) => searchSegmentsIn(analysis(), { now });
export const sources = ({ accounts, analysis }: Context) => searchSourcesIn({ accounts: accounts(), analysis: analysis() });

export const indexNeeds = { documents, segments, segmentSize: () => segmentSize, sources };
export const searchIndex = (context: Context) => depsIn(context, indexNeeds);
