import { Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { useScope } from '../core/scope.ts';
import { Button } from '../kit/button.tsx';
import { Leave } from '../kit/drop-files.tsx';
import { problemsOf } from '../kit/file-problems.ts';
import { networkTitle, reportedNetworks } from '../kit/networks.ts';
import { Loading, Section } from '../kit/page.tsx';
import { ProblemTable } from '../kit/problem-table.tsx';
import { maxFileBytes } from '../kit/upload.ts';
import { ColumnsForm } from './columns-form.tsx';
import { Difference } from './difference.tsx';
import { type Facts, factsOf, type Import } from './facts.ts';
import { FactsForm } from './facts-form.tsx';
import { Limit } from './limit.tsx';
import { isQuestion, questionsOf } from './problems.ts';
import { applied, previewed, type Result } from './send.ts';

type Props = { file: File; imports: readonly Import[]; leave: () => void; end: (result: Result) => void };

export function FileCard({ file, ...props }: Props) {
  if (file.size > 0 && file.size <= maxFileBytes) return <ReadableFile file={file} {...props} />;
  return (
    <Section title={file.name} actions={<Leave leave={props.leave} />}>
      <Text fz="sm">{file.size === 0 ? 'The file is empty.' : 'A file has at most 50 MB. Export fewer days at a time.'}</Text>
    </Section>
  );
}

function ReadableFile({ file, imports, leave, end }: Props) {
  const { environment, zone } = useScope();
  const me = useMe();
  const [entered, setEntered] = useState<Partial<Facts>>({});
  const [recognised, setRecognised] = useState('');
  const [share, setShare] = useState(0);
  const [hasColumns, setHasColumns] = useState(false);
  const queries = useQueryClient();
  const facts = factsOf(entered, { network: recognised, imports, zone: me.data?.timezone ?? zone });
  const isSameAccount = ([, , , , of, earlier]: readonly unknown[] = []) =>
    of === environment && (earlier as Facts | undefined)?.account === facts.account;
  const preview = useQuery({
    queryKey: ['spend-preview', file.name, file.size, file.lastModified, environment, facts],
    async queryFn({ signal }) {
      const result = await previewed(file, facts, environment, { signal, progress: setShare });
      setRecognised(result.network);
      return result;
    },
    // The preview of another ad account has other changes and warnings.
    placeholderData: (before, query) => (isSameAccount(query?.queryKey) ? before : undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const apply = useMutation<Result, ApiError>({
    mutationFn() {
      const [currency = '', ...more] = preview.data?.currencies ?? [];
      const knownFacts = {
        network: facts.network || recognised,
        currency: facts.currency || (more.length === 0 ? currency : ''),
      };
      return applied(file, { ...facts, ...knownFacts }, environment, setShare);
    },
    onSuccess(result) {
      end(result);
      queries.invalidateQueries();
    },
    onError: () => preview.refetch(),
  });
  /** Other facts are another import, so the previous error does not apply. */
  const change = (part: Partial<Facts>) => {
    apply.reset();
    setEntered((before) => ({ ...before, ...part }));
  };
  const failed = apply.isError ? apply.error : preview.error;
  const problems = problemsOf(failed);
  const questions = questionsOf(problems);
  const isUnclear = questions.network !== undefined || questions.columns !== undefined;
  const isOwnNetwork = facts.network !== '' && !Object.hasOwn(reportedNetworks, facts.network);
  const showsColumns = hasColumns || isOwnNetwork || questions.columns !== undefined || Object.keys(facts.columns).length > 0;
  const others = problems.filter((problem) => !isQuestion(problem));
  const isFresh = preview.isSuccess && !preview.isPlaceholderData;
  const ready = isFresh ? preview.data : undefined;
  return (
    <Section
      title={file.name}
      about={
        recognised
          ? `Recognised as a report of ${networkTitle(recognised)}.`
          : isUnclear
            ? 'It is not clear which network this report is of.'
            : 'Its headings say which network it is of.'
      }
    >
      <Stack gap="md">
        <FactsForm
          facts={facts}
          recognised={recognised}
          accounts={[...new Set(imports.map(({ account }) => account))]}
          questions={questions}
          change={change}
        />
        {showsColumns && (
          <ColumnsForm file={file} columns={facts.columns} error={questions.columns} change={(columns) => change({ columns })} />
        )}
        <div aria-live="polite">
          {preview.isPending && <Loading height={96} />}
          {failed && problems.length === 0 && <Limit error={failed} retry={() => (apply.isError ? apply.mutate() : preview.refetch())} />}
          {problems.length > 0 && others.length === 0 && (
            <Text fz="sm" role="status">
              Fill in what is marked above.
            </Text>
          )}
          {others.length > 0 && <ProblemTable problems={others} error={failed} file={file} />}
          {!failed && preview.data && <Difference preview={preview.data} isStale={!isFresh} />}
        </div>
        {share > 0 && share < 1 && <Progress value={share * 100} aria-label="Upload of the file" />}
        <Group>
          <Button onClick={() => apply.mutateAsync()} disabled={!ready || ready.unchanged || preview.isError}>
            Import
          </Button>
          <Leave leave={leave} />
          {!showsColumns && (
            <Button variant="subtle" onClick={() => setHasColumns(true)}>
              Choose the columns
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
