declare module 'virtual:operations' {
  /** Method and path of each public operation, by its id. */
  const operations: Record<string, string>;
  export default operations;
}
declare module 'virtual:operator-operations' {
  /** The same of the operations for operators. */
  const operations: Record<string, string>;
  export default operations;
}
declare module '*.css';
declare module 'virtual:look.css';
