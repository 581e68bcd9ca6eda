import { Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { liveTailPoll } from '../kit/use-poll.ts';
import type { LogEntry } from './entry.ts';
import { type Page, type Pages, withNewest } from './live.ts';

/** The tail polls every two seconds while the tab is visible and in use. */
export function Live({ queryKey, load }: { queryKey: readonly unknown[]; load: () => Promise<Page<LogEntry>> }) {
  const queries = useQueryClient();
  const [isOn, setIsOn] = useState(false);
  const [stopped, setStopped] = useState('');
  const newest = useQuery({
    queryKey: ['live', ...queryKey],
    queryFn: load,
    enabled: isOn,
    refetchInterval: liveTailPoll,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const { data, error, errorUpdatedAt, dataUpdatedAt } = newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is processed once, when it arrives.
  useEffect(() => {
    if (!isOn || !data) return;
    if (liveTailPoll() === false) {
      setIsOn(false);
      setStopped('Live updates stopped, because nobody used the page for five minutes.');
    }
    const list = queries.getQueryData<Pages<LogEntry>>(queryKey);
    const merged = list && withNewest(list, data);
    if (merged) queries.setQueryData(queryKey, merged);
    else queries.invalidateQueries({ queryKey });
  }, [dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure stops the live tail once.
  useEffect(() => {
    if (!isOn || !error) return;
    setIsOn(false);
    setStopped(`Live updates stopped: ${error.message}`);
  }, [errorUpdatedAt]);
  return (
    <>
      {stopped && (
        <Text fz="xs" c="dimmed" role="status">
          {stopped}
        </Text>
      )}
      <Switch
        label="Live tail"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setStopped('');
          setIsOn(checked);
        }}
      />
    </>
  );
}
