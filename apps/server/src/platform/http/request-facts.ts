/** What is known of a request besides its content. */
export type RequestFacts = {
  id: string;
  address: string;
  /** What the address counts as in limits. */
  network: string;
  userAgent: string | undefined;
};
