import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../core/scope.ts';
import { DropFiles } from '../kit/drop-files.tsx';
import { type KnownNetwork, networks } from '../kit/networks.ts';
import { Section } from '../kit/page.tsx';
import { FileCard } from './file-card.tsx';
import { History, useImports } from './history.tsx';
import { Outcome } from './outcome.tsx';
import { sampleOf } from './samples.ts';
import type { Result } from './send.ts';

type Chosen = { id: number; file: File };
type Ended = Chosen & { result: Result };

let lastId = 0;

/** An account runs one import at a time, so files are imported in sequence. */
export function ImportsTab() {
  const { environment } = useScope();
  const [files, setFiles] = useState<Chosen[]>([]);
  const [ended, setEnded] = useState<Ended[]>([]);
  const imports = useImports();
  const [first, ...waiting] = files;
  const add = (chosen: File[]) => setFiles((before) => [...before, ...chosen.map((file) => ({ id: ++lastId, file }))]);
  const next = () => setFiles(([, ...rest]) => rest);
  const isFirstImport = imports.isSuccess && imports.data.pages.every((page) => page.imports.length === 0);
  return (
    <Stack gap="lg">
      {ended.map(({ id, file, result }) => (
        <Outcome key={id} name={file.name} result={result} close={() => setEnded((before) => before.filter((entry) => entry.id !== id))} />
      ))}
      {first && (
        <FileCard
          key={`${environment} ${first.id}`}
          file={first.file}
          imports={imports.data?.pages.flatMap((page) => page.imports) ?? []}
          leave={next}
          end={(result) => {
            setEnded((before) => [{ ...first, result }, ...before].slice(0, 5));
            next();
          }}
        />
      )}
      {waiting.length > 0 && (
        <Text fz="sm" c="dimmed" className="anywhere" role="status">
          Next: {waiting.map(({ file }) => file.name).join(', ')}
        </Text>
      )}
      <Section
        title={isFirstImport ? 'Import your first report' : 'Import a report'}
        about="Export a report by day from a network, and drop the file here. You see what would change before anything does."
      >
        <DropFiles
          add={add}
          label="Reports of networks"
          samples={Object.entries(networks).map(([network, title]) => ({
            title,
            name: `sample-${network}.csv`,
            content: () => sampleOf(network as KnownNetwork, Date.now()),
          }))}
          guide={{ href: '/docs/guides/import-spend', title: 'How to export a report' }}
        />
      </Section>
      <History imports={imports} />
    </Stack>
  );
}
