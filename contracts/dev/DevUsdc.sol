// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @notice The USDC of a devnet: 6 decimals, EIP-3009, and everybody may mint.
/// @dev Nothing it needs is kept in storage by the constructor, so that its code can be put at any address.
contract DevUsdc is ERC20, EIP712 {
    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 private constant CANCEL_TYPEHASH = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    error AuthorizationNotYetValid(uint256 validAfter, uint256 nowAt);
    error AuthorizationExpired(uint256 validBefore, uint256 nowAt);
    error AuthorizationAlreadyUsed(address authorizer, bytes32 nonce);
    error AuthorizationInvalid(address authorizer);
    error CallerMustBePayee(address caller, address payee);

    /// @notice Whether an authorization has been used or cancelled.
    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;

    constructor() ERC20("", "") EIP712("USD Coin", "2") {}

    /// @notice Mints `amount` to `to`.
    function faucet(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice EIP-3009 with a signature in three parts.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        Authorization memory given = Authorization(from, to, value, validAfter, validBefore, nonce);
        _use(TRANSFER_TYPEHASH, given, abi.encodePacked(r, s, v));
    }

    /// @notice EIP-3009 with a signature in one piece; contract wallets sign by ERC-1271.
    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _use(TRANSFER_TYPEHASH, Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    /// @notice EIP-3009, to be sent by the payee.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (msg.sender != to) revert CallerMustBePayee(msg.sender, to);
        _use(RECEIVE_TYPEHASH, Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    /// @notice Makes an unused authorization useless.
    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _spend(authorizer, nonce);
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_TYPEHASH, authorizer, nonce)), signature);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function name() public pure override returns (string memory) {
        return "USD Coin";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    /// @notice Version of the EIP-712 domain.
    function version() external pure returns (string memory) {
        return "2";
    }

    function _use(bytes32 typeHash, Authorization memory given, bytes memory signature) private {
        if (block.timestamp <= given.validAfter) revert AuthorizationNotYetValid(given.validAfter, block.timestamp);
        if (block.timestamp >= given.validBefore) revert AuthorizationExpired(given.validBefore, block.timestamp);
        _spend(given.from, given.nonce);
        _requireSigned(given.from, keccak256(abi.encode(typeHash, given)), signature);

        emit AuthorizationUsed(given.from, given.nonce);
        _transfer(given.from, given.to, given.value);
    }

    function _spend(address authorizer, bytes32 nonce) private {
        if (authorizationState[authorizer][nonce]) revert AuthorizationAlreadyUsed(authorizer, nonce);
        authorizationState[authorizer][nonce] = true;
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        if (!SignatureChecker.isValidSignatureNow(signer, _hashTypedDataV4(structHash), signature)) {
            revert AuthorizationInvalid(signer);
        }
    }
}
