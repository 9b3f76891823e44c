const nametag = new URL("{base}");

export default {
  images: {
    remotePatterns: [
      {
        protocol: nametag.protocol.slice(0, -1),
        hostname: nametag.hostname,
        port: nametag.port,
      },
    ],
    // Only if the service is on your own machine or network:
    // dangerouslyAllowLocalIP: true,
  },
};
