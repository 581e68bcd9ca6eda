export function bodyOf<A extends { status: number; body: unknown }>(answer: A) {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Extract<A, { status: 200 | 201 | 202 }>['body'];
}
