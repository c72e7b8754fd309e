/** What is known of a request besides its content. */
export type RequestFacts = {
  id: string;
  address: string;
  userAgent: string | undefined;
};
