// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @notice The service token: 18 decimals, the whole supply minted once, no owner.
contract TokToken is ERC20Permit {
    constructor(address holder, uint256 supply) ERC20("Tok", "TOK") ERC20Permit("Tok") {
        _mint(holder, supply);
    }
}
