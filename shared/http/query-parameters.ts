export function queryParametersOf(query: string) {
  if (query === '') return { queryStringParameters: null, multiValueQueryStringParameters: null };
  const pairs = [...new URLSearchParams(query)];
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return {
    queryStringParameters: Object.fromEntries(pairs),
    multiValueQueryStringParameters: Object.fromEntries([...grouped].map(([name, values]) => [name, values.map(([, value]) => value)])),
  };
}
