import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../core/scope.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { DropFiles } from '../kit/drop-files.tsx';
import { Loading, Problem, Section } from '../kit/page.tsx';
import { formatTitle } from './facts.ts';
import { FileCard } from './file-card.tsx';
import { type useReconciliations, useShow } from './queries.ts';
import { Result } from './result.tsx';
import { sampleNames, sampleOf } from './samples.ts';
import { booksSearch } from './search.ts';

let lastId = 0;

export function OrdersTab({ list }: { list: ReturnType<typeof useReconciliations> }) {
  const { environment } = useScope();
  const { id } = useValidSearch(booksSearch);
  const show = useShow();
  const [chosen, setChosen] = useState<{ id: number; file: File } | null>(null);
  const all = list.data?.pages.flatMap((page) => page.reconciliations) ?? [];
  const shown = id ?? all[0]?.reconciliation_id;
  return (
    <Stack gap="lg">
      {chosen ? (
        <FileCard
          key={`${environment} ${chosen.id}`}
          file={chosen.file}
          earlier={all[0]}
          leave={() => setChosen(null)}
          start={(started) => {
            setChosen(null);
            show({ id: started, category: undefined });
          }}
        />
      ) : (
        <Section
          title={list.isSuccess && all.length === 0 ? 'Reconcile your first file' : 'Reconcile orders'}
          about="Export the orders of some whole days from your shop, and drop the file here. Nothing changes until you choose a repair."
        >
          <DropFiles
            add={([file]) => file && setChosen({ id: ++lastId, file })}
            label="Orders of your shop"
            isSingle
            samples={sampleNames.map((format) => ({
              title: formatTitle(format),
              name: `sample-orders-${format}.csv`,
              content: () => sampleOf(format, Date.now()),
            }))}
            guide={{ href: '/docs/guides/when-figures-differ', title: 'When your figures differ' }}
          />
        </Section>
      )}
      {shown === undefined && list.isPending && <Loading height={320} />}
      {shown === undefined && list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
      {shown !== undefined && <Result key={`${environment} ${shown}`} id={shown} />}
    </Stack>
  );
}
