// The chain id of Base, so that buyers sign for the network they believe in. A block for each transaction.
module.exports = {
  solidity: "0.8.28",
  networks: { hardhat: { chainId: 8453, hardfork: "cancun", mining: { auto: true, interval: 0 } } },
};
