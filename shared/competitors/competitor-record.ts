import * as z from 'zod';
import { type Competitor, competitorSources } from '#shared/competitors/rules/competitors.ts';

export const CompetitorRecord = z
  .object({
    id: z.string().meta({ description: 'Stays the same when the competitor is found again.' }),
    name: z.string().meta({ description: 'Name of the competitor.' }),
    website: z.url().meta({ description: 'Website of the company.' }),
    description: z.string(),
    source: z.enum(competitorSources).meta({ description: 'How the competitor was found.' }),
    discovered_at: z.iso.datetime().meta({ description: 'When the competitor was found.' }),
    why: z.string().meta({ description: 'Why the company is a competitor.' }),
    evidence_urls: z.array(z.string()).meta({ description: 'Pages that support this.' }),
  })
  .meta({ id: 'Competitor' });

export const competitorRecord = (competitor: Competitor): z.input<typeof CompetitorRecord> => ({
  id: competitor.id,
  name: competitor.name,
  website: competitor.website,
  description: competitor.description,
  source: competitor.source,
  discovered_at: competitor.discoveredAt,
  why: competitor.why,
  evidence_urls: [...competitor.evidenceUrls],
});

export const competitorExample: z.input<typeof CompetitorRecord> = {
  id: 'cmp_3f9a1c5e7b2d4f6081a3c5',
  name: 'Fjord Running',
  website: 'https://fjordrunning.example/',
  description: 'Trail and road running shoes for northern weather.',
  source: 'direct_web_search',
  discovered_at: '2026-11-21T12:00:00.000Z',
  why: 'Sells running shoes to the same customers in the same countries.',
  evidence_urls: ['https://running-directory.example/best-running-shoes'],
};
