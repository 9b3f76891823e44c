export type NetworkCounts = ReturnType<typeof countNetworks>;

/** Counts the requests that each network has under way. */
export function countNetworks() {
  /** Only networks with a request under way are here. */
  const counts = new Map<string, number>();
  const change = (network: string, by: 1 | -1) => {
    const requests = (counts.get(network) ?? 0) + by;
    if (requests > 0) counts.set(network, requests);
    else counts.delete(network);
  };
  return {
    begin: (network: string): void => change(network, 1),
    end: (network: string): void => change(network, -1),
    /** How many requests a network has under way that sends another one, and how many networks there are with it. */
    with(network: string): { ofNetwork: number; networks: number } {
      const ofNetwork = counts.get(network) ?? 0;
      return { ofNetwork, networks: counts.size + (ofNetwork === 0 ? 1 : 0) };
    },
  };
}
